# SPDX-License-Identifier: Apache-2.0
"""Clients that are made of bytes, so that they can do what no library would."""
