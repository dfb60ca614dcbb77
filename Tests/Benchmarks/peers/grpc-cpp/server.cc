// SPDX-License-Identifier: Apache-2.0
// The gRPC C++ peer: DailyQuote by the callback API, written as gRPC's users would write it. The
// quote is decoded once, at start; each call fills a fresh response with it, which gRPC encodes.
#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "quotes/v1/quotes.grpc.pb.h"

namespace {

class QuoteServer final : public quotes::v1::QuoteService::CallbackService {
 public:
  explicit QuoteServer(quotes::v1::DailyQuoteResponse daily) : daily_(std::move(daily)) {}

 private:
  grpc::ServerUnaryReactor* DailyQuote(grpc::CallbackServerContext* context,
                                       const quotes::v1::DailyQuoteRequest*,
                                       quotes::v1::DailyQuoteResponse* response) override {
    *response = daily_;
    auto* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  const quotes::v1::DailyQuoteResponse daily_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 5 || std::string(arguments[1]) != "--port" ||
      std::string(arguments[3]) != "--reply") {
    std::cerr << "Usage: " << arguments[0] << " --port PORT --reply FILE\n";
    return 64;
  }
  std::ifstream file(arguments[4], std::ios::binary);
  quotes::v1::DailyQuoteResponse daily;
  if (!file || !daily.ParseFromIstream(&file)) {
    std::cerr << arguments[4] << " is not an encoded DailyQuoteResponse\n";
    return 1;
  }
  QuoteServer service(std::move(daily));
  grpc::ServerBuilder builder;
  int bound_port = 0;
  builder.AddListeningPort(std::string("127.0.0.1:") + arguments[2],
                           grpc::InsecureServerCredentials(), &bound_port);
  builder.RegisterService(&service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || bound_port == 0) {
    std::cerr << "Port " << arguments[2] << " can't be listened on.\n";
    return 1;
  }
  server->Wait();
}
