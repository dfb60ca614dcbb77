// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteSystem

Host.ignoreBrokenPipes()
Host.exit(await Description.run(Array(CommandLine.arguments.dropFirst())).rawValue)
