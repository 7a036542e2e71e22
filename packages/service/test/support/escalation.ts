import { warning, type Block, type Document, type Page } from '@polyparse/document'
import { ProviderFailure, type DirectProvider, type ParseRequest, type RemoteProvider } from '@polyparse/providers/port'
import { testProvider } from './providers.ts'

/** A page of a test's document, as its text and how sure the reader is of each sentence; 1 unless said otherwise. */
export type ReadPage = readonly (readonly [text: string, confidence?: number])[]

/** Text that is long enough to be compared. */
export const sentences = [
  'The ferry leaves the harbour at seven every morning and comes back when it is dark.',
  'Fares for the island line went up by four percent in the second quarter of the year.',
  'Nobody on the coast remembers a summer with as many visitors as this one has brought.',
] as const

export const garbled = (text: string): string => text.replaceAll('e', 'c').replaceAll('r', 'n')

/** Who reads which page: `doubted` has the warning of a reader that is not sure of it. */
const pageOf = (number: number, read: ReadPage): Page => ({
  number,
  width: 600,
  height: 800,
  rotation: 0,
  blocks: read.map(([text, confidence], index): Block => ({
    id: `p${number}-b${index + 1}`,
    type: 'paragraph',
    page: number,
    bbox: [50, 50 + 20 * index, 550, 65 + 20 * index],
    text,
    ...(confidence !== undefined && { confidence }),
  })),
})

/** The document of these pages, by number, of a source with so many. */
export const pagesOf = (
  pages: Readonly<Record<number, ReadPage>>,
  { pageCount = Object.keys(pages).length, mimeType = 'application/pdf' } = {},
): Document => ({
  metadata: { mimeType, documentPageCount: pageCount },
  pages: Object.entries(pages).map(([number, read]) => pageOf(Number(number), read)),
  tables: [],
  pictures: [],
  outline: [],
  warnings: Object.entries(pages).flatMap(([number, read]) =>
    read.some(([, confidence = 1]) => confidence < 0.9)
      ? [warning('low_confidence', `Page ${number} is doubtful.`, Number(number))]
      : [],
  ),
  quality: { score: 0.8, scale: '0-1' },
})

const [first, second, third] = sentences

/** Of three pages the second is doubtful, and wrong. */
export const unsureDocument: Document = pagesOf({
  1: [[first], [second]],
  2: [[second], [garbled(third), 0.4]],
  3: [[third], [first]],
})

/** What another provider reads of them, all of it right. */
export const rightPages: Readonly<Record<number, ReadPage>> = {
  1: [[first], [second]],
  2: [[second], [third]],
  3: [[third], [first]],
}

/** The provider that knows how sure it is, under the id `auto`. */
export const unsureProvider = (document: Document = unsureDocument): DirectProvider => ({
  ...testProvider('auto', async () => document, escalating),
  derived: true,
  escalationOption: 'escalate',
})

const escalating = { outputs: ['text' as const, 'pages' as const], mediaTypes: ['text/plain', 'application/pdf'] }

/** Another provider of this machine, and the requests it has got. */
export const otherProvider = (
  answer: Readonly<Record<number, ReadPage>> | ProviderFailure = rightPages,
): DirectProvider & { readonly requests: ParseRequest[] } => {
  const requests: ParseRequest[] = []
  const provider = testProvider(
    'other',
    async (request) => {
      requests.push(request)
      if (answer instanceof ProviderFailure) throw answer
      return selected(answer, request)
    },
    escalating,
  )
  return { ...provider, requests }
}

/** The provider of a vendor that answers with these pages, as far as they are asked for, and never with others. */
export const readingPages = (provider: RemoteProvider, pages: Readonly<Record<number, ReadPage>> = rightPages) => {
  const requests: ParseRequest[] = []
  const asked: RemoteProvider = {
    ...provider,
    mediaTypes: escalating.mediaTypes,
    submit: (submission, signal) => {
      requests.push(submission.request)
      return provider.submit(submission, signal)
    },
    fetch: async (work, signal) => {
      await provider.fetch(work, signal)
      return { ...selected(pages, work.request), usage: { credits: 3, cost: 0.01, currency: 'USD' } }
    },
  }
  return { provider: asked, requests }
}

const selected = (pages: Readonly<Record<number, ReadPage>>, request: ParseRequest): Document =>
  pagesOf(
    Object.fromEntries(Object.entries(pages).filter(([number]) => request.pages?.includes(Number(number)) ?? true)),
    { pageCount: 3 },
  )
