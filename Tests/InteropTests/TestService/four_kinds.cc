// SPDX-License-Identifier: Apache-2.0
//
// The four kinds of calls as C++'s gRPC client makes them.
//
// usage: four_kinds HOST:PORT
//
// Prints a line for each case: its name, and `passed` or what went wrong.

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "grpc/testing/test.grpc.pb.h"

using namespace grpc::testing;

namespace {

constexpr std::array<int, 4> kRequestSizes = {27182, 8, 1828, 45904};
constexpr std::array<int, 4> kResponseSizes = {31415, 9, 2653, 58979};

using Stub = TestService::Stub;
/// Answers what went wrong; empty where nothing did.
using Case = std::function<std::string(Stub&, grpc::ClientContext&)>;

std::string Zeros(size_t size) { return std::string(size, '\0'); }

std::string Check(const Payload& payload, int size) {
  const std::string& body = payload.body();
  if (body.size() != static_cast<size_t>(size) ||
      std::any_of(body.begin(), body.end(), [](char byte) { return byte != 0; })) {
    return "a response of " + std::to_string(body.size()) + " bytes instead of " +
           std::to_string(size) + " zeros";
  }
  return "";
}

std::string Check(const grpc::Status& status) {
  return status.ok() ? ""
                     : "status " + std::to_string(status.error_code()) + ": " +
                           status.error_message();
}

std::string LargeUnary(Stub& stub, grpc::ClientContext& context) {
  SimpleRequest request;
  request.set_response_size(314159);
  request.mutable_payload()->set_body(Zeros(271828));
  SimpleResponse response;
  const std::string problem = Check(stub.UnaryCall(&context, request, &response));
  return problem.empty() ? Check(response.payload(), 314159) : problem;
}

std::string ClientStreaming(Stub& stub, grpc::ClientContext& context) {
  StreamingInputCallResponse response;
  const auto writer = stub.StreamingInputCall(&context, &response);
  for (const int size : kRequestSizes) {
    StreamingInputCallRequest request;
    request.mutable_payload()->set_body(Zeros(size));
    if (!writer->Write(request)) break;
  }
  writer->WritesDone();
  const std::string problem = Check(writer->Finish());
  if (!problem.empty()) return problem;
  const int sum = response.aggregated_payload_size();
  return sum == 74922 ? "" : "a sum of " + std::to_string(sum);
}

std::string ServerStreaming(Stub& stub, grpc::ClientContext& context) {
  StreamingOutputCallRequest request;
  for (const int size : kResponseSizes) request.add_response_parameters()->set_size(size);
  const auto reader = stub.StreamingOutputCall(&context, request);
  StreamingOutputCallResponse response;
  size_t count = 0;
  while (reader->Read(&response)) {
    if (count == kResponseSizes.size()) return "a response too many";
    const std::string problem = Check(response.payload(), kResponseSizes[count++]);
    if (!problem.empty()) return problem;
  }
  const std::string problem = Check(reader->Finish());
  if (!problem.empty()) return problem;
  return count == kResponseSizes.size() ? "" : std::to_string(count) + " responses";
}

std::string PingPong(Stub& stub, grpc::ClientContext& context) {
  const auto stream = stub.FullDuplexCall(&context);
  StreamingOutputCallResponse response;
  for (size_t index = 0; index < kRequestSizes.size(); index++) {
    StreamingOutputCallRequest request;
    request.add_response_parameters()->set_size(kResponseSizes[index]);
    request.mutable_payload()->set_body(Zeros(kRequestSizes[index]));
    if (!stream->Write(request) || !stream->Read(&response)) return "no response";
    const std::string problem = Check(response.payload(), kResponseSizes[index]);
    if (!problem.empty()) return problem;
  }
  stream->WritesDone();
  if (stream->Read(&response)) return "a response too many";
  return Check(stream->Finish());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: four_kinds HOST:PORT\n");
    return 64;
  }
  const auto channel = grpc::CreateChannel(arguments[1], grpc::InsecureChannelCredentials());
  const auto stub = TestService::NewStub(channel);
  const std::map<std::string, Case> cases = {{"large_unary", LargeUnary},
                                             {"client_streaming", ClientStreaming},
                                             {"server_streaming", ServerStreaming},
                                             {"ping_pong", PingPong}};
  for (const auto& [name, run] : cases) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(60));
    const std::string problem = run(*stub, context);
    std::printf("%s %s\n", name.c_str(), problem.empty() ? "passed" : problem.c_str());
  }
}
