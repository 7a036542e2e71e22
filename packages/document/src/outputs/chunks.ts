import { setImmediate } from 'node:timers/promises'
import type { ChunkValue } from './values.ts'
import type { Chunking, Document } from '../model.ts'
import { groupsOf } from './chunks/groups-of.ts'
import { pack } from './chunks/pack.ts'
import type { CountTokens } from './chunks/passage.ts'
import { loadTokenCounter } from './count-tokens.ts'

const byDefault: Chunking = { targetTokens: 512, maxTokens: 1024 }

/** Milliseconds that other work may have to wait. */
const turnMs = 50

/**
 * The chunks of a document with their tokens counted. Yields to the event loop while it counts those of a long
 * document.
 */
export const chunks = async (document: Document): Promise<ChunkValue[]> => {
  const { count, forget } = await loadTokenCounter()
  const found: ChunkValue[] = []
  let began = performance.now()
  try {
    for (const chunk of chunksOf(document, count)) {
      found.push(chunk)
      if (performance.now() - began < turnMs) continue
      await setImmediate()
      began = performance.now()
    }
  } finally {
    forget()
  }
  return found
}

/**
 * A document in pieces for retrieval, in reading order: divided where sections begin, then between paragraphs, lists
 * and tables, and only where one of those is too long between sentences, items and rows. The text is plain, tables as
 * Markdown. Ids are counted on the page that a chunk begins on.
 */
export function* chunksOf(document: Document, count: CountTokens): Generator<ChunkValue> {
  const onPage = new Map<number, number>()
  for (const { text, tokens, headings, origins } of pack(groupsOf(document), document.chunking ?? byDefault, count)) {
    const pages = [...new Set(origins.map(({ page }) => page))].toSorted((a, b) => a - b)
    const [page = 1] = pages
    const index = (onPage.get(page) ?? 0) + 1
    onPage.set(page, index)
    const blocks = [...new Set(origins.map(({ block }) => block))]
    yield { id: `p${page}-c${index}`, text, tokens, pages, headings: [...headings], blocks }
  }
}
