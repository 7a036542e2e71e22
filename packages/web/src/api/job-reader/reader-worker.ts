import type { ReadMessage, ReadRequest } from './messages.ts'
import { sliced } from './slices.ts'
import { createFileTaker, type Taken } from './take-files.ts'

/** Reads a job away from the page, which stays free: its files as blobs, its long lists in slices. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that has started this worker
const answer = (message: ReadMessage): void => self.postMessage(message)

const read = async ({ headers: sent, path }: ReadRequest): Promise<void> => {
  const response = await fetch(path, { headers: sent })
  const { status, headers, body } = response
  if (!response.ok || body === null)
    return answer({ kind: 'text', status, text: await response.text(), retryAfter: headers.get('retry-after') })
  const { text, files } = await takenFrom(body)
  const value = parsed(text)
  if (value === undefined) return answer({ kind: 'text', status, text: text.slice(0, 1000), retryAfter: null })
  const slices = [...sliced(value)]
  answer({ kind: 'frame', body: value, files })
  for (const slice of slices) answer({ kind: 'slice', slice })
  answer({ kind: 'end' })
}

const takenFrom = async (body: ReadableStream<Uint8Array>): Promise<Taken> => {
  const taker = createFileTaker()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return taker.end()
    taker.feed(value)
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  read(data).catch(() => answer({ kind: 'unreachable' }))
})
