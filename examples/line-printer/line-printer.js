import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { defineProvider, pagesOutOfRange, ProviderFailure, Type } from '@polyparse/providers'

export default defineProvider({
  declaration: {
    id: 'line-printer',
    name: 'Line printer reader',
    capabilities: {
      execution: 'sync',
      features: ['page-selection'],
      outputs: ['markdown', 'text', 'pages', 'json', 'metadata'],
    },
  },
  settings: {},
  price: null,
  create: () => ({
    mediaTypes: ['text/plain'],
    options: Type.Object(
      {
        capitalsAreHeadings: Type.Optional(
          Type.Boolean({ default: true, description: 'Reads a line in capitals as a heading.' }),
        ),
      },
      { additionalProperties: false },
    ),
    parse: async (request, signal) => {
      const { capitalsAreHeadings = true } = request.options
      const { source } = request
      signal.throwIfAborted()
      if (source.size === 0) throw new ProviderFailure('document_empty', 'The document has no bytes.')
      const printed = (await text(await source.open())).split('\f')

      const { numbers, warnings } = select(request, printed.length)
      const pages = []
      for (const number of numbers) {
        // Without a pause, a long document would block the event loop, and no signal would arrive.
        await setImmediate()
        signal.throwIfAborted()
        pages.push(readPage(number, printed[number - 1] ?? '', capitalsAreHeadings === true))
      }
      return {
        metadata: { mimeType: source.mediaType, documentPageCount: printed.length },
        pages,
        tables: [],
        pictures: [],
        outline: pages.flatMap(headingsOf),
        warnings,
        ...(request.includeRaw && { raw: { pages: printed } }),
      }
    },
  }),
})

/** The pages to read, and warnings of the requested pages that do not exist. */
const select = ({ pages, maxPages }, count) => {
  const requested = pages ?? Array.from({ length: count }, (_, index) => index + 1)
  const numbers = requested.filter((number) => number <= count)
  if (numbers.length === 0) throw new ProviderFailure('page_out_of_range', 'None of the requested pages exists.')
  if (numbers.length > maxPages) {
    throw new ProviderFailure('too_many_pages', `At most ${maxPages} pages are read at once.`)
  }
  const missing = requested.filter((number) => number > count)
  const warnings = pagesOutOfRange(missing, (which) => `The document lacks ${which}.`)
  return { numbers, warnings }
}

const readPage = (number, content, capitalsAreHeadings) => {
  const paragraphs = content.split(/\n\s*\n/).map((lines) => lines.replaceAll(/\s+/g, ' ').trim())
  const blocks = paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph, index) => {
      const isHeading = capitalsAreHeadings && /\p{Lu}/u.test(paragraph) && paragraph === paragraph.toUpperCase()
      const kind = isHeading ? { type: 'heading', level: 1 } : { type: 'paragraph' }
      return { ...kind, id: `p${number}-b${index + 1}`, page: number, bbox: null, text: paragraph }
    })
  return { number, width: null, height: null, rotation: 0, blocks }
}

const headingsOf = ({ number, blocks }) =>
  blocks.filter(({ type }) => type === 'heading').map(({ text: title, level = 1 }) => ({ title, level, page: number }))
