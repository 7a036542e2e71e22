import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { formOf } from './fake.ts'

/** What it does with the next request instead of converting. */
type Trouble =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly bytes?: Buffer }
  /** It never answers, or a byte at a time, or breaks the connection. */
  | 'stall'
  | 'trickle'
  | 'reset'

type Conversion = {
  readonly method: string
  readonly path: string
  readonly accept: string | undefined
  readonly filename?: string | null
  readonly content: Buffer
}

export type ConverterFake = {
  readonly url: string
  asked(): readonly Conversion[]
  answer(trouble: Trouble): void
  reset(): void
  close(): Promise<void>
}

/** Gotenberg and Tika on loopback, which make the same of every document. */
export const openConverterFake = async ({ pdf, html }: { pdf: Buffer; html: string }): Promise<ConverterFake> => {
  let requests: Conversion[] = []
  let troubles: Trouble[] = []

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request
    const body = await buffer(request)
    const asked = { method, path, accept: headers.accept }
    const isForm = path === '/forms/libreoffice/convert'
    const [file] = isForm ? formOf({ step: 'submit', method, path, query: new URLSearchParams(), headers, body }) : []
    requests.push(
      isForm
        ? { ...asked, filename: file?.filename ?? null, content: file?.content ?? Buffer.alloc(0) }
        : { ...asked, content: body },
    )
    const trouble = troubles.shift()
    if (trouble === 'stall') return
    if (trouble === 'reset') return void request.socket.resetAndDestroy()
    if (trouble === 'trickle') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('%'), 50)
      response.on('close', () => clearInterval(timer))
      return
    }
    if (trouble !== undefined) return void response.writeHead(trouble.status, trouble.headers).end(trouble.bytes)
    if (isForm && method === 'POST' && file?.name === 'files') response.end(pdf)
    else if (path === '/tika' && method === 'PUT') response.end(html)
    else response.writeHead(404).end()
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked: () => requests,
    answer: (trouble) => void troubles.push(trouble),
    reset: () => {
      requests = []
      troubles = []
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
