import type { Document, OutputId } from '@polyparse/document'
import type { DirectProvider, ParseRequest } from '@polyparse/providers/port'

/** A document of one page with one paragraph. */
export const documentOf = (text: string): Document => ({
  metadata: { mimeType: 'text/plain', documentPageCount: 1 },
  pages: [
    {
      number: 1,
      width: null,
      height: null,
      rotation: 0,
      blocks: [{ id: 'p1-b1', type: 'paragraph', page: 1, bbox: null, text }],
    },
  ],
  tables: [],
  pictures: [],
  outline: [],
  warnings: [],
})

/** A provider made of one function: what it answers, fails with, or hangs on. */
export const testProvider = (
  id: string,
  parse: (request: ParseRequest, signal: AbortSignal) => Promise<Document>,
  { outputs = ['markdown', 'text'], mediaTypes = ['text/plain'] }: { outputs?: OutputId[]; mediaTypes?: string[] } = {},
): DirectProvider => ({
  id,
  name: `Test provider ${id}`,
  capabilities: { execution: 'sync', features: ['page-selection'], outputs },
  mediaTypes,
  options: 'passthrough',
  parse,
})

/** Never answers; rejects when it is told to stop. */
export const hanging = (_request: ParseRequest, signal: AbortSignal): Promise<Document> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
