# SPDX-License-Identifier: Apache-2.0
"""What an attacker of a `quoted` can do, and who watches it."""
