# SPDX-License-Identifier: Apache-2.0
"""Clients that keep a server busy and count what becomes of each call."""
