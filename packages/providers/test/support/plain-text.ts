import { Readable } from 'node:stream'
import type { ParseRequest } from '../../src/provider.ts'
import type { Survey } from '../../src/survey.ts'

const request: ParseRequest = {
  source: {
    owner: 'account',
    mediaType: 'text/plain',
    filename: null,
    size: 1,
    open: async () => Readable.from(['a']),
  },
  pages: null,
  maxPages: 10,
  options: {},
  outputs: ['markdown', 'images'],
  includeRaw: false,
}

const survey: Survey = {
  pageCount: null,
  pages: null,
  sizes: new Map(),
  metadata: { mimeType: 'text/plain', documentPageCount: 0 },
  outline: [],
  warnings: [],
}

/** A request for a document of which nothing is known, for tests that have the answer already. */
export const plainText = { request, survey }
