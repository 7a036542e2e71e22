import { readRetryAfter } from '@polyparse/contract/retry-after'
import type { ReadMessage, ReadRequest } from './messages.ts'
import { sliced } from './slices.ts'
import { createFileTaker, type TakenFiles } from './take-files.ts'

/** Reads a job away from the page, which stays free: its files as blobs, its long lists in slices. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that has started this worker
const postReadMessage = (message: ReadMessage): void => self.postMessage(message)

const readJobInWorker = async ({ headers: sent, path }: ReadRequest): Promise<void> => {
  const response = await fetch(path, { headers: sent })
  const { status, headers, body } = response
  if (!response.ok || body === null)
    return postReadMessage({
      kind: 'text',
      status,
      text: await response.text(),
      retryAfter: readRetryAfter(headers.get('retry-after'), headers.get('date')),
    })
  const { text, files } = await takenFrom(body)
  const value = parseJobJson(text)
  if (value === undefined) return postReadMessage({ kind: 'text', status, text: text.slice(0, 1000), retryAfter: null })
  const slices = [...sliced(value)]
  postReadMessage({ kind: 'frame', body: value, files })
  for (const slice of slices) postReadMessage({ kind: 'slice', slice })
  postReadMessage({ kind: 'end' })
}

const takenFrom = async (body: ReadableStream<Uint8Array>): Promise<TakenFiles> => {
  const taker = createFileTaker()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return taker.end()
    taker.feed(value)
  }
}

const parseJobJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  readJobInWorker(data).catch(() => postReadMessage({ kind: 'unreachable' }))
})
