import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Answer } from './problems.ts'

export type Conversation = {
  readonly socket: Socket
  /** Everything that was received so far. */
  received(): string
  /** Resolves when the pattern has been received. */
  until(pattern: RegExp): Promise<string>
  /** Resolves when the other side has closed. */
  closed(): Promise<string>
}

/** A connection that the test drives by hand, to send what no HTTP client would. */
export const converse = async (port: number, text?: string | Buffer): Promise<Conversation> => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (received += chunk))
  // The server may close while the test is still writing.
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (text !== undefined) socket.write(text)
  const until = async (done: () => boolean): Promise<string> => {
    while (!done()) {
      if (socket.destroyed) throw new Error(`closed after ${JSON.stringify(received)}`)
      await setTimeout(5)
    }
    return received
  }
  return {
    socket,
    received: () => received,
    until: (pattern) => until(() => pattern.test(received)),
    closed: async () => {
      while (!socket.destroyed) await setTimeout(5)
      return received
    },
  }
}

/** The last response in the text, in the form of an injected one. Only for bodies with a `Content-Length`. */
export const lastAnswer = (text: string): Answer => {
  const response = text.slice(text.lastIndexOf('HTTP/1.1 '))
  const [head = '', body = ''] = response.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { statusCode: Number(statusLine.split(' ')[1]), headers, body }
}

/** The head of a request with a body of any kind. */
export const requestHead = (line: string, headers: Readonly<Record<string, string>>): string =>
  `${[line, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`
