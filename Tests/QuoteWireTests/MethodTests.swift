// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("The methods")
struct MethodTests {
  private var methods: [any RPCMethod.Type] {
    [
      ListQuotes.self, GetQuote.self, SearchQuotes.self, RandomQuotes.self, DailyQuote.self,
      ListDailyQuotes.self, WatchDailyQuote.self, ListCalendars.self, ListCreators.self,
      ListTags.self, ComposeMessage.self,
      CreateQuote.self, UpdateQuote.self, DeleteQuote.self, PurgeQuote.self, ImportQuotes.self,
      ExportQuotes.self, PutCalendar.self, PinDailyQuote.self, UnpinDailyQuote.self, ListPins.self,
      CreateToken.self, ListTokens.self, RevokeToken.self, Backup.self, GetStatus.self,
      RemoveStarterQuotes.self, FixCalendars.self, CheckQuotes.self, ListAudit.self,
      HealthCheck.self, HealthList.self, HealthWatch.self,
      ServerReflectionInfo.self,
    ]
  }

  @Test("are those of the proto, with its paths and its messages")
  func sameAsProto() {
    let described =
      unsafe description(of: quotes__v1__quote_service__descriptor)
      + description(of: quotes__v1__quote_admin_service__descriptor)
      + description(of: quotes__maintenance__v1__maintenance_service__descriptor)
      + description(of: grpc__health__v1__health__descriptor)
      + description(of: grpc__reflection__v1__server_reflection__descriptor)
    #expect(methods.map { description(of: $0) } == described)
  }

  private func description<Method: RPCMethod>(of method: Method.Type) -> String {
    "\(Method.path): \(name(of: Method.Request.self)) → \(name(of: Method.Response.self))"
  }

  private func name(of type: any WireMessage.Type) -> String {
    Contract.types.first { $0.value == type }?.key ?? "no message of the contract"
  }

  private func description(of service: ProtobufCServiceDescriptor) -> [String] {
    let name = unsafe String(cString: service.name)
    return (0..<Int(unsafe service.n_methods)).map { index in
      let method = unsafe service.methods[index]
      let request = unsafe method.input.fullName
      let response = unsafe method.output.fullName
      return unsafe "/\(name)/\(String(cString: method.name)): \(request) → \(response)"
    }
  }
}
