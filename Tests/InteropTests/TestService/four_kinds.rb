# SPDX-License-Identifier: Apache-2.0
# The four kinds of calls as Ruby's gRPC client makes them.
#
# usage: ruby -I STUBS four_kinds.rb HOST:PORT
#
# STUBS is where protoc has put the Ruby code of grpc.testing. Prints a line for each case: its name,
# and `passed` or what went wrong.

require 'grpc'
require 'grpc/testing/test_services_pb'

include Grpc::Testing

REQUEST_SIZES = [27_182, 8, 1_828, 45_904].freeze
RESPONSE_SIZES = [31_415, 9, 2_653, 58_979].freeze

def zeros(size)
  Payload.new(body: "\0" * size)
end

def output_request(sizes, payload = nil)
  parameters = sizes.map { |size| ResponseParameters.new(size: size) }
  StreamingOutputCallRequest.new(response_parameters: parameters, payload: payload)
end

def expect(value, wanted)
  raise "#{value.inspect} instead of #{wanted.inspect}" unless value == wanted
end

def expect_zeros(response, size)
  expect(response.payload.body.bytesize, size)
  expect(response.payload.body.count("\0"), size)
end

CASES = {
  'large_unary' => lambda do |stub, deadline|
    request = SimpleRequest.new(response_size: 314_159, payload: zeros(271_828))
    expect_zeros(stub.unary_call(request, deadline: deadline), 314_159)
  end,
  'client_streaming' => lambda do |stub, deadline|
    requests = REQUEST_SIZES.map { |size| StreamingInputCallRequest.new(payload: zeros(size)) }
    response = stub.streaming_input_call(requests, deadline: deadline)
    expect(response.aggregated_payload_size, 74_922)
  end,
  'server_streaming' => lambda do |stub, deadline|
    replies = stub.streaming_output_call(output_request(RESPONSE_SIZES), deadline: deadline).to_a
    expect(replies.size, 4)
    replies.zip(RESPONSE_SIZES) { |reply, size| expect_zeros(reply, size) }
  end,
  'ping_pong' => lambda do |stub, deadline|
    queue = Queue.new
    requests = Enumerator.new do |sending|
      while (request = queue.pop) do sending << request end
    end
    replies = stub.full_duplex_call(requests, deadline: deadline)
    REQUEST_SIZES.zip(RESPONSE_SIZES) do |request, response|
      queue << output_request([response], zeros(request))
      expect_zeros(replies.next, response)
    end
    queue << nil
    begin
      replies.next
      raise 'there is a response too many'
    rescue StopIteration
      # As it should be.
    end
  end
}.freeze

stub = TestService::Stub.new(ARGV.fetch(0), :this_channel_is_insecure)
CASES.each do |name, run|
  run.call(stub, Time.now + 60)
  puts "#{name} passed"
rescue StandardError => error
  puts "#{name} #{error.inspect}"
end
