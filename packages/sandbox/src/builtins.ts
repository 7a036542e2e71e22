/**
 * The access of an engine to a module that comes with Node:
 *
 * - `allowed`: it reaches nothing by itself, or Node's permissions guard all that it reaches;
 * - `inert`: a library imports it but never needs it, so it can be loaded, but each of its functions refuses;
 * - `denied`: it cannot be loaded. Nor can any module that is not listed here, such as one of a newer Node;
 * - only the exports in `only` work, or all except those in `without`.
 */
export type BuiltinVerdict =
  | 'allowed'
  | 'inert'
  | 'denied'
  | { readonly only: readonly string[] }
  | { readonly without: readonly string[] }

export const builtins: Readonly<Record<string, BuiltinVerdict>> = {
  // Values, text and streams in memory.
  'node:assert': 'allowed',
  'node:assert/strict': 'allowed',
  'node:buffer': 'allowed',
  'node:console': 'allowed',
  'node:constants': 'allowed',
  'node:events': 'allowed',
  'node:path': 'allowed',
  'node:path/posix': 'allowed',
  'node:path/win32': 'allowed',
  'node:punycode': 'allowed',
  'node:querystring': 'allowed',
  'node:stream': 'allowed',
  'node:stream/consumers': 'allowed',
  'node:stream/promises': 'allowed',
  'node:stream/web': 'allowed',
  'node:string_decoder': 'allowed',
  'node:timers': 'allowed',
  'node:timers/promises': 'allowed',
  'node:url': 'allowed',
  'node:util': 'allowed',
  'node:util/types': 'allowed',
  'node:zlib': 'allowed',

  // Guarded by Node's permissions; `gate.ts` guards what they leave of the process.
  'node:crypto': 'allowed',
  'node:fs': 'allowed',
  'node:fs/promises': 'allowed',
  'node:process': 'allowed',
  'node:worker_threads': 'allowed',

  // V8's flags can name files that it writes; module hooks of an engine's own would run before those of the gate.
  'node:v8': { only: ['serialize', 'deserialize'] },
  'node:module': { without: ['enableCompileCache', 'flushCompileCache', 'register', 'registerHooks'] },

  // Liteparse forks only if it is told to; node-fetch comes with Tesseract.
  'node:child_process': 'inert',
  'node:http': 'inert',
  'node:https': 'inert',

  // The network.
  'node:_http_agent': 'denied',
  'node:_http_client': 'denied',
  'node:_http_common': 'denied',
  'node:_http_incoming': 'denied',
  'node:_http_outgoing': 'denied',
  'node:_http_server': 'denied',
  'node:_tls_common': 'denied',
  'node:_tls_wrap': 'denied',
  'node:dgram': 'denied',
  'node:dns': 'denied',
  'node:dns/promises': 'denied',
  'node:http2': 'denied',
  'node:net': 'denied',
  'node:quic': 'denied',
  'node:tls': 'denied',

  // Files, native code, or other code than the engines'.
  'node:ffi': 'denied',
  'node:repl': 'denied',
  'node:sea': 'denied',
  'node:sqlite': 'denied',
  'node:vm': 'denied',
  'node:wasi': 'denied',

  // Other processes, the machine, and the inside of Node.
  'node:async_hooks': 'denied',
  'node:cluster': 'denied',
  'node:diagnostics_channel': 'denied',
  'node:domain': 'denied',
  'node:inspector': 'denied',
  'node:inspector/promises': 'denied',
  'node:os': 'denied',
  'node:perf_hooks': 'denied',
  'node:readline': 'denied',
  'node:readline/promises': 'denied',
  'node:test': 'denied',
  'node:test/reporters': 'denied',
  'node:trace_events': 'denied',
  'node:tty': 'denied',

  // Old names of the modules above.
  'node:_stream_duplex': 'denied',
  'node:_stream_passthrough': 'denied',
  'node:_stream_readable': 'denied',
  'node:_stream_transform': 'denied',
  'node:_stream_wrap': 'denied',
  'node:_stream_writable': 'denied',
  'node:sys': 'denied',
}
