import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** How long a slow web server keeps a fetch waiting at most. */
const maxPauseMs = 10_000

export type Outside = Awaited<ReturnType<typeof openOutside>>

/** The callers' own servers, on loopback: a web server with documents, and a receiver of webhooks. */
export const openOutside = async () => {
  const documents = new Map<string, string>()
  /** The jobs whose end was announced, once for each announcement. */
  const announced: string[] = []

  const server = createServer((request, response) => {
    const document = documents.get(request.url ?? '')
    if (document !== undefined) {
      // Slow enough that workers sleep and die in the middle of a fetch.
      const pauseMs = Math.random() < 0.3 ? Math.random() * maxPauseMs : 0
      response.writeHead(200, { 'content-type': 'text/plain' }).flushHeaders()
      setTimeout(() => response.end(document), pauseMs)
      return
    }
    text(request).then(
      (body) => {
        const id = /"id":"(?<id>[^"]+)"/.exec(body)?.groups?.['id']
        if (id !== undefined) announced.push(id)
        response.writeHead(204).end()
      },
      () => {},
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const base = `http://127.0.0.1:${address.port}`

  return {
    webhook: `${base}/webhook`,
    announced,
    /** Puts a document on the web and returns its URL. */
    publish: (document: string): string => {
      const path = `/${randomUUID()}.txt`
      documents.set(path, document)
      return base + path
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
