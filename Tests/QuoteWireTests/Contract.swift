// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import QuoteModel
internal import QuoteWire
internal import RPCCore
internal import Testing

/// The messages of the proto, and the types that stand for them here.
enum Contract {
  /// The full names of all messages that C code was generated for.
  static let names: [String] = {
    var names: [String] = []
    while let description = unsafe quote_proto_message(names.count) {
      unsafe names.append(description.fullName)
    }
    return names
  }()

  /// A message with every field set, packed by protobuf-c: once per member of a oneof.
  static func samples(of name: String, _ values: ProtoSample.Values) throws -> [[UInt8]] {
    let index = try #require(names.firstIndex(of: name))
    guard let description = unsafe quote_proto_message(index) else { return [] }
    return (0..<(unsafe ProtoSample.oneofMembers(description))).map { member in
      var sample = ProtoSample(values: values, oneofMember: member)
      let packed = unsafe sample.packed(description)
      #expect(sample.unfilled.isEmpty, "The sampler can't fill some fields of \(name).")
      return packed
    }
  }

  /// The type of each message. Those of quotes.wire.v1 are coded by hand in RPCCore, which knows
  /// neither protobuf-c nor any Quote module; here they meet the same proof.
  static let types: [String: any WireMessage.Type] = [
    "google.protobuf.Any": PackedMessage.self,
    "google.protobuf.Duration": Duration.self,
    "google.protobuf.FieldMask": FieldMask.self,
    "google.protobuf.Timestamp": Timestamp.self,
    "google.rpc.BadRequest": BadRequest.self,
    "google.rpc.BadRequest.FieldViolation": Status.FieldViolation.self,
    "google.rpc.ErrorInfo": ErrorInfo.self,
    "google.rpc.ErrorInfo.MetadataEntry": ErrorInfo.MetadataEntry.self,
    "google.rpc.RetryInfo": RetryInfo.self,
    "google.rpc.Status": Status.self,
    "grpc.health.v1.HealthCheckRequest": HealthCheckRequest.self,
    "grpc.health.v1.HealthCheckResponse": HealthCheckResponse.self,
    "grpc.health.v1.HealthListRequest": HealthListRequest.self,
    "grpc.health.v1.HealthListResponse": HealthListResponse.self,
    "grpc.health.v1.HealthListResponse.StatusesEntry": HealthListResponse.Entry.self,
    "grpc.reflection.v1.ErrorResponse": ErrorResponse.self,
    "grpc.reflection.v1.ExtensionNumberResponse": ExtensionNumberResponse.self,
    "grpc.reflection.v1.ExtensionRequest": ExtensionRequest.self,
    "grpc.reflection.v1.FileDescriptorResponse": FileDescriptorResponse.self,
    "grpc.reflection.v1.ListServiceResponse": ListServiceResponse.self,
    "grpc.reflection.v1.ServerReflectionRequest": ServerReflectionRequest.self,
    "grpc.reflection.v1.ServerReflectionResponse": ServerReflectionResponse.self,
    "grpc.reflection.v1.ServiceResponse": ServiceResponse.self,
    "quotes.maintenance.v1.AuditEntry": AuditEntry.self,
    "quotes.maintenance.v1.BackupRequest": BackupRequest.self,
    "quotes.maintenance.v1.BackupResponse": BackupResponse.self,
    "quotes.maintenance.v1.CheckQuotesRequest": CheckQuotesRequest.self,
    "quotes.maintenance.v1.CheckQuotesResponse": CheckQuotesResponse.self,
    "quotes.maintenance.v1.CreateTokenRequest": CreateTokenRequest.self,
    "quotes.maintenance.v1.CreateTokenResponse": CreateTokenResponse.self,
    "quotes.maintenance.v1.Finding": Finding.self,
    "quotes.maintenance.v1.FixCalendarsRequest": FixCalendarsRequest.self,
    "quotes.maintenance.v1.FixCalendarsResponse": FixCalendarsResponse.self,
    "quotes.maintenance.v1.FixedCalendar": FixedCalendar.self,
    "quotes.maintenance.v1.Flaw": Flaw.self,
    "quotes.maintenance.v1.GetStatusRequest": GetStatusRequest.self,
    "quotes.maintenance.v1.GetStatusResponse": GetStatusResponse.self,
    "quotes.maintenance.v1.ListAuditRequest": ListAuditRequest.self,
    "quotes.maintenance.v1.ListAuditResponse": ListAuditResponse.self,
    "quotes.maintenance.v1.ListTokensRequest": ListTokensRequest.self,
    "quotes.maintenance.v1.ListTokensResponse": ListTokensResponse.self,
    "quotes.maintenance.v1.RemoveStarterQuotesRequest": RemoveStarterQuotesRequest.self,
    "quotes.maintenance.v1.RemoveStarterQuotesResponse": RemoveStarterQuotesResponse.self,
    "quotes.maintenance.v1.RevokeTokenRequest": RevokeTokenRequest.self,
    "quotes.maintenance.v1.RevokeTokenResponse": RevokeTokenResponse.self,
    "quotes.maintenance.v1.Token": AccessToken.self,
    "quotes.v1.Calendar": QuoteCalendar.self,
    "quotes.v1.ComposeMessageRequest": ComposeMessageRequest.self,
    "quotes.v1.ComposeMessageResponse": ComposeMessageResponse.self,
    "quotes.v1.CreateQuoteRequest": CreateQuoteRequest.self,
    "quotes.v1.CreateQuoteResponse": CreateQuoteResponse.self,
    "quotes.v1.DailyQuoteRequest": DailyQuoteRequest.self,
    "quotes.v1.DailyQuoteResponse": DailyQuoteResponse.self,
    "quotes.v1.DeleteQuoteRequest": DeleteQuoteRequest.self,
    "quotes.v1.DeleteQuoteResponse": DeleteQuoteResponse.self,
    "quotes.v1.DisplayGrid": DisplayGrid.self,
    "quotes.v1.ExportQuotesRequest": ExportQuotesRequest.self,
    "quotes.v1.ExportQuotesResponse": ExportQuotesResponse.self,
    "quotes.v1.Facet": Facet.self,
    "quotes.v1.GetQuoteRequest": GetQuoteRequest.self,
    "quotes.v1.GetQuoteResponse": GetQuoteResponse.self,
    "quotes.v1.ImportQuotesRequest": ImportQuotesRequest.self,
    "quotes.v1.ImportQuotesResponse": ImportQuotesResponse.self,
    "quotes.v1.ImportedQuote": ImportedQuote.self,
    "quotes.v1.ListCalendarsRequest": ListCalendarsRequest.self,
    "quotes.v1.ListCalendarsResponse": ListCalendarsResponse.self,
    "quotes.v1.ListCreatorsRequest": ListCreatorsRequest.self,
    "quotes.v1.ListCreatorsResponse": ListCreatorsResponse.self,
    "quotes.v1.ListDailyQuotesRequest": ListDailyQuotesRequest.self,
    "quotes.v1.ListDailyQuotesResponse": ListDailyQuotesResponse.self,
    "quotes.v1.ListPinsRequest": ListPinsRequest.self,
    "quotes.v1.ListPinsResponse": ListPinsResponse.self,
    "quotes.v1.ListQuotesRequest": ListQuotesRequest.self,
    "quotes.v1.ListQuotesResponse": ListQuotesResponse.self,
    "quotes.v1.ListTagsRequest": ListTagsRequest.self,
    "quotes.v1.ListTagsResponse": ListTagsResponse.self,
    "quotes.v1.Message": Message.self,
    "quotes.v1.MessageLayout": MessageLayout.self,
    "quotes.v1.MessageLength": MessageLength.self,
    "quotes.v1.Pin": Pin.self,
    "quotes.v1.PinDailyQuoteRequest": PinDailyQuoteRequest.self,
    "quotes.v1.PinDailyQuoteResponse": PinDailyQuoteResponse.self,
    "quotes.v1.PurgeQuoteRequest": PurgeQuoteRequest.self,
    "quotes.v1.PurgeQuoteResponse": PurgeQuoteResponse.self,
    "quotes.v1.PutCalendarRequest": PutCalendarRequest.self,
    "quotes.v1.PutCalendarResponse": PutCalendarResponse.self,
    "quotes.v1.Quote": Quote.self,
    "quotes.v1.QuoteFilter": QuoteFilter.self,
    "quotes.v1.RandomQuotesRequest": RandomQuotesRequest.self,
    "quotes.v1.RandomQuotesResponse": RandomQuotesResponse.self,
    "quotes.v1.SearchQuotesRequest": SearchQuotesRequest.self,
    "quotes.v1.SearchQuotesResponse": SearchQuotesResponse.self,
    "quotes.v1.UnpinDailyQuoteRequest": UnpinDailyQuoteRequest.self,
    "quotes.v1.UnpinDailyQuoteResponse": UnpinDailyQuoteResponse.self,
    "quotes.v1.UpdateQuoteRequest": UpdateQuoteRequest.self,
    "quotes.v1.UpdateQuoteResponse": UpdateQuoteResponse.self,
    "quotes.v1.WatchDailyQuoteRequest": WatchDailyQuoteRequest.self,
    "quotes.v1.WatchDailyQuoteResponse": WatchDailyQuoteResponse.self,
    "quotes.wire.v1.Call": DelimitedCall.self,
    "quotes.wire.v1.Header": DelimitedHeader.self,
    "quotes.wire.v1.Limits": DelimitedLimits.self,
    "quotes.wire.v1.Reply": DelimitedReply.self,
    "quotes.wire.v1.Status": DelimitedStatus.self,
  ]
}
