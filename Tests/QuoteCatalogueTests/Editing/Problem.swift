// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import Testing

/// Why a change was not made; nil where it was.
func problem(_ change: () async throws -> Void) async -> EditProblem? {
  do {
    try await change()
  } catch let problem as EditProblem {
    return problem
  } catch {
    Issue.record(error)
  }
  return nil
}

/// Claims that a change is refused for a reason.
func expect(_ expected: EditProblem, _ change: () async throws -> Void) async {
  #expect(await problem(change) == expected)
}
