import { defaultChunking, type Document, type Tokenizer } from '../model.ts'
import type { Box } from '../schema-types.ts'
import { chunkContextOf } from './chunks/chunk-context.ts'
import { groupsOf } from './chunks/groups-of.ts'
import { pack } from './chunks/pack.ts'
import type { CountTokens, PassageOrigin } from './chunks/passage.ts'
import { aroundBoth } from './chunks/table-passage.ts'
import { withStruckMarks } from './struck-text.ts'
import type { ChunkValue } from './values.ts'

/** Milliseconds that other work may have to wait. */
const turnMs = 50

/**
 * The chunks of a document with their tokens counted. Yields to the event loop while it counts those of a long
 * document.
 */
export const chunks = async (document: Document): Promise<ChunkValue[]> => {
  const { count, forget } = await loadTokenCounter(document.chunking?.tokenizer)
  const found: ChunkValue[] = []
  let began = performance.now()
  try {
    for (const chunk of chunksOf(document, count)) {
      found.push(chunk)
      if (performance.now() - began < turnMs) continue
      await new Promise((resolve) => setTimeout(resolve))
      began = performance.now()
    }
  } finally {
    forget()
  }
  return found
}

/**
 * A document in pieces for retrieval, in reading order: divided where sections begin, then between paragraphs, lists
 * and tables, and only where one of those is too long between sentences, items and rows. The text is plain, with
 * struck text marked as such, and tables as Markdown. Ids are counted on the page that a chunk begins on. Each chunk
 * repeats the titles of its sections, of which
 * very long ones are cut, in its text only where its context was asked for.
 */
export function* chunksOf(document: Document, count: CountTokens): Generator<ChunkValue> {
  const onPage = new Map<number, number>()
  const chunking = document.chunking ?? defaultChunking
  const context = chunking.context === true ? chunkContextOf(document, chunking.targetTokens, count) : null
  for (const { origins, headings, pages, ...packed } of pack(
    groupsOf(withStruckMarks(document)),
    chunking,
    count,
    context,
  )) {
    const [page = 1] = pages
    const index = (onPage.get(page) ?? 0) + 1
    onPage.set(page, index)
    const blocks = [...new Set(origins.map(({ block }) => block))]
    yield {
      id: `p${page}-c${index}`,
      ...packed,
      pages: [...pages],
      headings: [...headings],
      blocks,
      boxes: boxesOf(origins),
    }
  }
}

/** A box for each block that has one, around all that the chunk has of it. */
const boxesOf = (origins: readonly PassageOrigin[]): { page: number; bbox: Box }[] =>
  [...Map.groupBy(origins, ({ block }) => block).values()].flatMap((ofBlock) => {
    const bbox = ofBlock.map((origin) => origin.bbox).reduce(aroundBoth, null)
    return bbox === null ? [] : ofBlock.slice(0, 1).map(({ page }) => ({ page, bbox }))
  })

/** Each of them is loaded when it is first needed. */
const encodings = {
  o200k_base: () => import('#o200k'),
  cl100k_base: () => import('#cl100k'),
} as const satisfies Record<Tokenizer, () => Promise<unknown>>

/** Characters; longer than any word. The encoder's time grows with the square of such a run. */
const longRun = /([\p{L}\p{M}]{65,}|[^\s\p{L}\p{M}\p{N}]{65,}|\s{65,})/u
const longRunPiecePattern = /[^]{1,64}/gu

/**
 * Counts tokens of an encoding, by default of o200k_base, that of the OpenAI models since GPT-4o and near to that of
 * others; what looks like a special token is text. A run of more than 64 letters or signs counts as several words.
 */
export const loadTokenCounter = async (
  tokenizer: Tokenizer = defaultChunking.tokenizer,
): Promise<{ readonly count: CountTokens; readonly forget: () => void }> => {
  const { countTokens, clearMergeCache } = await encodings[tokenizer]()
  const countOf = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })
  return {
    count: (text) =>
      longRun.test(text)
        ? text
            .split(longRun)
            .flatMap((stretch) => (longRun.test(stretch) ? (stretch.match(longRunPiecePattern) ?? []) : [stretch]))
            .reduce((sum, piece) => sum + countOf(piece), 0)
        : countOf(text),
    /** The encoder caches the words it has seen; no text of a document may outlive the document. */
    forget: clearMergeCache,
  }
}
