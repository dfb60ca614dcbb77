// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteTesting
internal import RPCNet

/// A proxy that others wrote, on 127.0.0.1 and a free port, in front of one gRPC server without TLS.
struct InteropProxy {
  /// Where it listens.
  let address: String
  private let folder: TemporaryFolder
  private let program: RunningProgram

  /// Starts nginx with `grpc_pass`.
  init(nginxTo server: String) async throws {
    let address = try await Self.freeAddress()
    let folder = try TemporaryFolder()
    // Each kind of temporary file has a folder that nginx wants to make, whether it needs it or not.
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(folder.file($0));" }.joined(separator: " ")
    // A stream on which nobody says anything for a minute is no fault, nor is a long one.
    let configuration = """
      daemon off;
      master_process off;
      pid \(folder.file("pid"));
      events {}
      http {
        access_log off;
        \(temporary)
        server {
          listen \(address) http2;
          client_max_body_size 0;
          client_body_timeout 1h;
          grpc_read_timeout 1h;
          grpc_send_timeout 1h;
          location / { grpc_pass grpc://\(server); }
        }
      }

      """
    let file = try folder.write("nginx.conf", Array(configuration.utf8))
    let program = try Program(path: "/usr/sbin/nginx").start(
      ["-e", "stderr", "-p", folder.path, "-c", file, "-g", "error_log stderr notice;"])
    // It says so when its sockets are open.
    guard await program.hasSaid("event method") else {
      throw DidNotStart(what: "nginx", error: program.errorSoFar)
    }
    self.init(address: address, folder: folder, program: program)
  }

  /// Starts Envoy.
  ///
  /// - Parameter descriptors: The file of the protos' descriptors, where it is to make calls of a
  ///   service out of JSON.
  init(
    envoy: Program, to server: String, transcoding service: String? = nil,
    by descriptors: String = ""
  ) async throws {
    let address = try await Self.freeAddress()
    let folder = try TemporaryFolder()
    let configuration = Self.envoyConfiguration(
      listener: try Self.socketAddress(address), server: try Self.socketAddress(server),
      transcoder: service.map { Self.transcoder(of: $0, descriptors) })
    let file = try folder.write(
      "envoy.json", Array(try JSONSerialization.data(withJSONObject: configuration)))
    let program = try envoy.start(
      [
        "-c", file, "--concurrency", "1", "--disable-hot-restart", "--log-level", "warning",
        "--component-log-level", "config:info",
      ])
    guard await program.hasSaid("starting workers") else {
      throw DidNotStart(what: "Envoy", error: program.errorSoFar)
    }
    self.init(address: address, folder: folder, program: program)
  }

  private init(address: String, folder: TemporaryFolder, program: RunningProgram) {
    self.address = address
    self.folder = folder
    self.program = program
  }

  /// What it has said until now.
  var said: String { program.errorSoFar }

  /// An address that nobody listens on, as the system gives it.
  private static func freeAddress() async throws -> String {
    let group = try EventLoopGroup(count: 1)
    let listener = try Listener(
      on: .tcp(host: "127.0.0.1", port: 0), backlog: 1, group: group
    ) { $0.close() }
    let address = "\(listener.boundAddress)"
    await listener.close()
    await group.stop()
    return address
  }

  private static func socketAddress(_ address: String) throws -> [String: NSObject] {
    guard case .tcp(let host, let port) = try SocketAddress(address) else {
      preconditionFailure("\(address) is no TCP address.")
    }
    let socket: NSDictionary = ["address": host, "port_value": Int(port)]
    return ["socket_address": socket]
  }

  /// What makes calls of a service out of POSTs of JSON.
  private static func transcoder(of service: String, _ descriptors: String) -> NSDictionary {
    let type = "type.googleapis.com/envoy.extensions.filters.http.grpc_json_transcoder.v3."
    return [
      "name": "transcoder",
      "typed_config": [
        "@type": type + "GrpcJsonTranscoder", "proto_descriptor": descriptors,
        "services": [service], "auto_mapping": true, "convert_grpc_status": true,
      ] as NSDictionary,
    ]
  }

  private static func envoyConfiguration(
    listener: [String: NSObject], server: [String: NSObject], transcoder: NSDictionary?
  ) -> NSDictionary {
    let types = "type.googleapis.com/envoy.extensions."
    // Without a timeout of its own: streams may last.
    let route: NSDictionary = [
      "match": ["prefix": "/"], "route": ["cluster": "server", "timeout": "0s"],
    ]
    let connectionManager: NSDictionary = [
      "@type": types + "filters.network.http_connection_manager.v3.HttpConnectionManager",
      "stat_prefix": "grpc", "codec_type": transcoder == nil ? "HTTP2" : "AUTO",
      "route_config": [
        "virtual_hosts": [["name": "all", "domains": ["*"], "routes": [route]] as NSDictionary]
      ],
      "http_filters": [
        transcoder,
        [
          "name": "router",
          "typed_config": ["@type": types + "filters.http.router.v3.Router"],
        ] as NSDictionary,
      ].compactMap { $0 },
    ]
    let listeners: NSDictionary = [
      "address": listener,
      "filter_chains": [
        ["filters": [["name": "http", "typed_config": connectionManager] as NSDictionary]]
      ],
    ]
    let cluster: NSDictionary = [
      "name": "server", "type": "STATIC", "connect_timeout": "10s",
      "typed_extension_protocol_options": [
        "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": [
          "@type": types + "upstreams.http.v3.HttpProtocolOptions",
          "explicit_http_config": ["http2_protocol_options": [:] as NSDictionary],
        ] as NSDictionary
      ],
      "load_assignment": [
        "cluster_name": "server",
        "endpoints": [["lb_endpoints": [["endpoint": ["address": server]]]]],
      ] as NSDictionary,
    ]
    return ["static_resources": ["listeners": [listeners], "clusters": [cluster]] as NSDictionary]
  }
}
