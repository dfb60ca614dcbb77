// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import QuoteSystem
internal import RPCCore
internal import RPCTransport

/// What is served behind which door. One value serves all loops.
struct DoorServices: Sendable {
  private let catalogue: Catalogue
  private let keeper: CatalogueKeeper
  private let zones: ZoneSource
  private let rules: AccessRules
  private let health: HealthBoard
  private let shutdown: ShutdownNotice
  private let limits: Limits

  /// Brings together what the services work on.
  init(
    _ catalogue: Catalogue, zones: ZoneSource, rules: AccessRules, health: HealthBoard,
    shutdown: ShutdownNotice, limits: Limits = Limits()
  ) throws(Failure) {
    self.limits = limits
    self.catalogue = catalogue
    self.zones = zones
    self.rules = rules
    self.health = health
    self.shutdown = shutdown
    do throws(CatalogueError) {
      keeper = try CatalogueKeeper(catalogue)
    } catch {
      throw Failure(error)
    }
  }

  /// Registers what is behind a door, and who may come through it.
  ///
  /// - Parameter reading: The service that reads, which each loop has of its own; nil where nobody
  ///   needs it.
  func register(on router: inout Router, behind door: Door, reading: QuoteService?) {
    let authority = rules.authority(at: door)
    reading?.register(on: &router)
    if door != .reading {
      let zones = zones
      QuoteAdminService(
        catalogue, authority: authority,
        checkZone: { name throws(UnknownZone) in _ = try zones.latest.rules(named: name) }
      ).register(on: &router)
    }
    if door == .local {
      MaintenanceService(
        catalogue, keeper: keeper, authority: authority, examineProgram: { examineProgram() }
      ).register(on: &router)
    }
    router.outsideGate { router in
      HealthService(health, services: Self.services(behind: door)).register(on: &router)
    }
    let services = Self.services(behind: door).union(Self.standardServices)
    ReflectionService(services: services, shutdown: shutdown).register(on: &router)
    CallGate(
      authority: authority, reader: CatalogueReader(catalogue.snapshots),
      needsToken: rules.readingNeedsToken
    ).guardCalls(of: &router)
  }

  /// Those that gRPC has for every server.
  private static let standardServices: Set = [
    "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
  ]

  /// The full names of the services behind a door.
  private static func services(behind door: Door) -> Set<String> {
    var services: Set = ["quotes.v1.QuoteService"]
    if door != .reading { services.insert("quotes.v1.QuoteAdminService") }
    if door == .local { services.insert("quotes.maintenance.v1.MaintenanceService") }
    return services
  }

  /// What only the program knows of itself and its machine.
  private func examineProgram() -> [Finding] {
    [
      Examination.timeZones(zones.latest),
      Examination.openFiles(
        limit: Host.openFilesLimit(), connections: limits.connections),
    ]
  }
}
