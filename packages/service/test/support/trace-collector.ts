import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { Type } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'

const KeyValue = Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) })

/** The parts of https://opentelemetry.io/docs/specs/otlp/ that the tests look at. */
const Export = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Type.Array(KeyValue) }),
      scopeSpans: Type.Array(
        Type.Object({
          spans: Type.Array(
            Type.Object({
              traceId: Type.String(),
              spanId: Type.String(),
              parentSpanId: Type.Optional(Type.String()),
              traceState: Type.Optional(Type.String()),
              name: Type.String(),
              kind: Type.Integer(),
              attributes: Type.Array(KeyValue),
            }),
          ),
        }),
      ),
    }),
  ),
})

export type CollectedSpan = {
  readonly service: string
  readonly process: string
  readonly traceId: string
  readonly spanId: string
  readonly parent: string
  readonly state: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

const attributesOf = (given: readonly { key: string; value: Record<string, unknown> }[]): Record<string, string> =>
  Object.fromEntries(given.map(({ key, value }) => [key, String(Object.values(value)[0])]))

/** An OpenTelemetry collector on loopback that keeps what it receives. */
export const startTraceCollector = async () => {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await json(request)
    bodies.push(JSON.stringify({ url: request.url, headers: request.headers, body }))
    for (const { resource, scopeSpans } of Value.Parse(Export, body).resourceSpans) {
      const about = attributesOf(resource.attributes)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          service: about['service.name'] ?? '',
          process: about['service.instance.id'] ?? '',
          traceId: span.traceId,
          spanId: span.spanId,
          parent: span.parentSpanId ?? '',
          state: span.traceState ?? '',
          name: span.name,
          attributes: attributesOf(span.attributes),
        })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    /** Everything that arrived, as text. */
    bodies,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
