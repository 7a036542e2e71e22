import type { Block, Document, Page } from '@polyparse/document'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { keepPdfOpen, takeTextsAsDrawn } from '@polyparse/pages'
import { formatEngines } from '../format-engines.ts'
import { bestEngines } from './best-engines.ts'
import { certain } from './certain.ts'
import { withConfidence } from './confidence.ts'
import { confirmedByDrawing } from './drawn-order.ts'
import { maxWords } from './parameters.ts'
import { readAgain, type SecondPage } from './second-reading.ts'

/**
 * Every document by the engine that reads its type best, with the confidence of every block and cell. A page with a text
 * layer is read twice, in two ways, because where they agree both are hardly ever wrong; once where the order in which it is drawn
 * confirms all of it.
 */
const readAutomatically: Engine['read'] = (bytes, request, listener) =>
  request.mediaType === 'application/pdf'
    ? keepPdfOpen(bytes, (kept) => readBest(kept, request, listener))
    : readBest(bytes, request, listener)

const readBest: Engine['read'] = async (bytes, request, listener) => {
  const { mediaType } = request
  const name = bestEngines[mediaType]
  if (name === undefined)
    throw new EngineFailure('document_damaged', `Documents of the type ${mediaType} cannot be read.`)
  const engine = await formatEngines[name]()
  const document = await engine.read(bytes, { ...request, words: true, confidence: true }, listener)
  if (document.pages.every(({ width }) => width === null)) return withWords(certain(document), request)
  const again = mediaType === 'application/pdf' ? await secondPagesOf(document, bytes, request, listener) : new Map()
  return withWords(withConfidence(document, again), request)
}

const secondPagesOf = async (
  document: Document,
  ...[bytes, request, listener]: Parameters<Engine['read']>
): Promise<ReadonlyMap<number, SecondPage>> => {
  const pages = textPages(document)
  const texts = takeTextsAsDrawn(bytes)
  const drawn = new Map(
    pages.flatMap((page): [number, SecondPage][] => {
      const confirmed = confirmedByDrawing(page, texts.get(page.number))
      return confirmed === null ? [] : [[page.number, confirmed]]
    }),
  )
  const left = pages.map(({ number }) => number).filter((number) => !drawn.has(number))
  return new Map([...drawn, ...(await readAgain(bytes, request, left, listener))])
}

/** The pages whose text is that of their text layer, as it is, and not more than a page can have to be read. */
const textPages = ({ pages, warnings }: Document): Page[] => {
  const others = new Set(warnings.filter(({ code }) => notFromTextLayer.has(code)).map(({ page }) => page))
  return pages.filter((page) => !others.has(page.number) && countWords(page) <= maxWords)
}

const countWords = ({ blocks }: Page): number => blocks.reduce((sum, { words = [] }) => sum + words.length, 0)

const notFromTextLayer: ReadonlySet<string> = new Set([
  'page_recognized',
  'page_without_text',
  'text_layer_repaired',
  'text_layer_untrusted',
])

/** Words are read in any case, for their confidence. */
const withWords = (document: Document, { words }: Pick<EngineRequest, 'words'>): Document =>
  words
    ? document
    : { ...document, pages: document.pages.map((page) => ({ ...page, blocks: page.blocks.map(withoutWords) })) }

const withoutWords = (block: Block): Block => {
  const { words: _, ...rest } = block
  return rest
}

/** A PDF is what makes most documents wait, and is read by both. */
const warmUpAutoEngine = async (): Promise<void> => {
  for (const load of [formatEngines.structure, formatEngines.pdf]) await (await load()).warmUp()
}

export const autoEngine: Engine = { warmUp: warmUpAutoEngine, read: readAutomatically }
