# SPDX-License-Identifier: Apache-2.0
# Shows the quote of the day, all quotes of a language and a message, by Ruby's gRPC.

require 'grpc'
require 'google/protobuf/well_known_types'
require 'google/rpc/error_details_pb'
require 'json'
require 'optparse'
require 'quotes/v1/quotes_services_pb'

include Quotes::V1

# UNAVAILABLE is tried again after a pause, and a call waits for the server until its deadline.
SERVICE_CONFIG = {
  methodConfig: [{
    name: [{ service: 'quotes.v1.QuoteService' }],
    waitForReady: true,
    retryPolicy: {
      maxAttempts: 4, initialBackoff: '0.2s', maxBackoff: '2s', backoffMultiplier: 2,
      retryableStatusCodes: ['UNAVAILABLE']
    }
  }]
}.freeze
EXIT_FAILED = 1
EXIT_UNAVAILABLE = 69

def options
  chosen = { server: ENV['QUOTE_SERVER'] || '127.0.0.1:4242', language: 'la', timeout: 10 }
  OptionParser.new do |parser|
    parser.on('--server HOST:PORT', 'default: $QUOTE_SERVER, else 127.0.0.1:4242')
    parser.on('--ca FILE', 'TLS, trusting the certificates of a PEM file')
    parser.on('--time-zone ZONE', 'an IANA zone; default: the calendar\'s')
    parser.on('--language TAG', 'whose quotes are listed; default: la')
    parser.on('--quote ID', 'what the message is made of; default: the quote of the day')
    parser.on('--timeout SECONDS', Float, 'for each call; default: 10')
  end.parse!(into: chosen)
  chosen
end

# All quotes under a filter, page after page, as they are asked for.
def each_quote(stub, filter)
  return enum_for(:each_quote, stub, filter) unless block_given?

  request = ListQuotesRequest.new(filter: filter, page_size: 10)
  loop do
    page = stub.list_quotes(request)
    page.quotes.each { |quote| yield quote }
    break if page.next_page_token.empty?

    request.page_token = page.next_page_token
  end
end

def by(quote)
  quote.creator.empty? ? 'Unknown' : quote.creator
end

def show(stub, chosen)
  daily = stub.daily_quote(DailyQuoteRequest.new(time_zone: chosen[:'time-zone'].to_s))
  puts "The quote of #{daily.date} in #{daily.time_zone}:", daily.quote.text
  puts "— #{by(daily.quote)}", ''

  puts "All quotes in the language #{chosen[:language]}:"
  filter = QuoteFilter.new(languages: [chosen[:language]])
  each_quote(stub, filter) { |quote| puts "#{quote.id}  #{quote.text}  — #{by(quote)}" }

  message = stub.compose_message(
    ComposeMessageRequest.new(quote_id: chosen[:quote] || daily.quote.id, channel: :CHANNEL_IMESSAGE)
  ).message
  puts '', 'As a message for iMessage:', "caption:    #{message.layout.caption}",
       "subcaption: #{message.layout.subcaption}", "url:        #{message.url}"
end

# Why the server refused, in a word for programs: "QUOTE_NOT_FOUND".
def reason(error)
  details = error.to_rpc_status&.details.to_a
  info = details.find { |detail| detail.is(Google::Rpc::ErrorInfo) }
  info ? info.unpack(Google::Rpc::ErrorInfo).reason : 'no reason'
end

def name(error)
  GRPC::Core::StatusCodes.constants.find { |code| GRPC::Core::StatusCodes.const_get(code) == error.code }
end

chosen = options
credentials = chosen[:ca] ? GRPC::Core::ChannelCredentials.new(File.read(chosen[:ca])) : :this_channel_is_insecure
stub = QuoteService::Stub.new(
  chosen[:server], credentials, timeout: chosen[:timeout],
  channel_args: { 'grpc.service_config' => JSON.generate(SERVICE_CONFIG) }
)
begin
  show(stub, chosen)
rescue GRPC::BadStatus => e
  warn "#{chosen[:server]}: #{name(e)} (#{reason(e)}): #{e.details}"
  is_passing = [GRPC::Unavailable, GRPC::DeadlineExceeded].any? { |kind| e.is_a?(kind) }
  exit(is_passing ? EXIT_UNAVAILABLE : EXIT_FAILED)
end
