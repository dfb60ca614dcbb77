// SPDX-License-Identifier: Apache-2.0
//
// Shows the quote of the day, all quotes of a language and a message, by C++'s gRPC.

#include <getopt.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "quotes/v1/quotes.grpc.pb.h"

namespace {

using namespace quotes::v1;

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 64;
constexpr int kExitUnavailable = 69;

/// UNAVAILABLE is tried again after a pause, and a call waits for the server until its deadline.
constexpr char kServiceConfig[] = R"({"methodConfig": [{
  "name": [{"service": "quotes.v1.QuoteService"}],
  "waitForReady": true,
  "retryPolicy": {
    "maxAttempts": 4, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"]
  }
}]})";

struct Options {
  std::string server = "127.0.0.1:4242";
  std::string authorities;
  std::string time_zone;
  std::string language = "la";
  std::string quote_id;
  double timeout_seconds = 10;
};

/// A call that did not end well.
struct CallError {
  grpc::Status status;
};

/// The calls of QuoteService, each with a deadline; they throw CallError.
class Quotes {
 public:
  Quotes(const std::shared_ptr<grpc::Channel>& channel, double timeout_seconds)
      : stub_(QuoteService::NewStub(channel)),
        timeout_(static_cast<int64_t>(timeout_seconds * 1000)) {}

  DailyQuoteResponse Daily(const DailyQuoteRequest& request) {
    return Call(&QuoteService::Stub::DailyQuote, request, DailyQuoteResponse());
  }
  ListQuotesResponse List(const ListQuotesRequest& request) {
    return Call(&QuoteService::Stub::ListQuotes, request, ListQuotesResponse());
  }
  ComposeMessageResponse Compose(const ComposeMessageRequest& request) {
    return Call(&QuoteService::Stub::ComposeMessage, request, ComposeMessageResponse());
  }

 private:
  template <typename Request, typename Response>
  Response Call(grpc::Status (QuoteService::Stub::*method)(grpc::ClientContext*, const Request&,
                                                           Response*),
                const Request& request, Response response) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + timeout_);
    const grpc::Status status = (stub_.get()->*method)(&context, request, &response);
    if (!status.ok()) throw CallError{status};
    return response;
  }

  std::unique_ptr<QuoteService::Stub> stub_;
  std::chrono::milliseconds timeout_;
};

std::shared_ptr<grpc::Channel> Connect(const Options& options) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  if (options.authorities.empty()) {
    return grpc::CreateCustomChannel(options.server, grpc::InsecureChannelCredentials(),
                                     arguments);
  }
  std::ifstream file(options.authorities);
  grpc::SslCredentialsOptions tls;
  tls.pem_root_certs.assign(std::istreambuf_iterator<char>(file), {});
  return grpc::CreateCustomChannel(options.server, grpc::SslCredentials(tls), arguments);
}

std::string By(const Quote& quote) {
  return quote.creator().empty() ? "Unknown" : quote.creator();
}

/// Why the server refused, in a word for programs: "QUOTE_NOT_FOUND".
std::string Reason(const grpc::Status& status) {
  google::rpc::Status details;
  google::rpc::ErrorInfo info;
  details.ParseFromString(status.error_details());
  for (const auto& detail : details.details()) {
    if (detail.UnpackTo(&info)) return info.reason();
  }
  return "no reason";
}

/// All quotes of a language, page after page.
void ShowAll(Quotes& quotes, const std::string& language) {
  ListQuotesRequest request;
  request.set_page_size(10);
  request.mutable_filter()->add_languages(language);
  do {
    const ListQuotesResponse page = quotes.List(request);
    for (const Quote& quote : page.quotes()) {
      std::cout << quote.id() << "  " << quote.text() << "  — " << By(quote) << "\n";
    }
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
}

void Show(Quotes& quotes, const Options& options) {
  DailyQuoteRequest request;
  request.set_time_zone(options.time_zone);
  const DailyQuoteResponse daily = quotes.Daily(request);
  std::cout << "The quote of " << daily.date() << " in " << daily.time_zone() << ":\n"
            << daily.quote().text() << "\n— " << By(daily.quote()) << "\n\n";

  std::cout << "All quotes in the language " << options.language << ":\n";
  ShowAll(quotes, options.language);

  ComposeMessageRequest composing;
  composing.set_quote_id(options.quote_id.empty() ? daily.quote().id() : options.quote_id);
  composing.set_channel(CHANNEL_IMESSAGE);
  const Message message = quotes.Compose(composing).message();
  std::cout << "\nAs a message for iMessage:\ncaption:    " << message.layout().caption()
            << "\nsubcaption: " << message.layout().subcaption() << "\nurl:        "
            << message.url() << "\n";
}

Options Parse(int count, char** arguments) {
  const option known[] = {{"server", required_argument, nullptr, 's'},
                          {"ca", required_argument, nullptr, 'c'},
                          {"time-zone", required_argument, nullptr, 'z'},
                          {"language", required_argument, nullptr, 'l'},
                          {"quote", required_argument, nullptr, 'q'},
                          {"timeout", required_argument, nullptr, 't'},
                          {nullptr, 0, nullptr, 0}};
  Options options;
  if (const char* server = std::getenv("QUOTE_SERVER")) options.server = server;
  for (int name; (name = getopt_long(count, arguments, "", known, nullptr)) != -1;) {
    switch (name) {
      case 's': options.server = optarg; break;
      case 'c': options.authorities = optarg; break;
      case 'z': options.time_zone = optarg; break;
      case 'l': options.language = optarg; break;
      case 'q': options.quote_id = optarg; break;
      case 't': options.timeout_seconds = std::atof(optarg); break;
      default:
        std::cerr << "usage: daily [--server HOST:PORT] [--ca FILE] [--time-zone ZONE]\n"
                     "             [--language TAG] [--quote ID] [--timeout SECONDS]\n";
        std::exit(kExitUsage);
    }
  }
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = Parse(count, arguments);
  Quotes quotes(Connect(options), options.timeout_seconds);
  try {
    Show(quotes, options);
  } catch (const CallError& error) {
    const grpc::Status& status = error.status;
    std::cerr << options.server << ": status " << status.error_code() << " (" << Reason(status)
              << "): " << status.error_message() << "\n";
    const bool is_passing = status.error_code() == grpc::StatusCode::UNAVAILABLE ||
                            status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED;
    return is_passing ? kExitUnavailable : kExitFailed;
  }
  return 0;
}
