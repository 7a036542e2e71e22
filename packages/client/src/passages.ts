import type { OutputValues } from './contract.ts'

/** The part of a result that is needed: request the output `chunks`. */
type ReadDocument = {
  readonly id: string
  readonly outputs: Pick<OutputValues, 'chunks'>
}

/** A box on a page: left, top, right and bottom in points from its top left. */
type PlacedBox = { readonly page: number; readonly bbox: readonly number[] }

/** A piece of a document for retrieval, with what a citation of it needs. */
export type Passage = {
  /** Unique among all documents. */
  readonly id: string
  readonly text: string
  readonly metadata: {
    readonly source: string
    readonly jobId: string
    readonly pages: readonly number[]
    /** The titles of its sections, from the outside in. */
    readonly headings: readonly string[]
    readonly boxes: readonly PlacedBox[]
  }
}

/**
 * The chunks of a result with their source, pages, headings and boxes, for a vector store or a framework.
 * @example
 * const result = await client.parse('report.pdf', { outputs: ['chunks'] })
 * for (const { id, text, metadata } of passagesOf(result, 'report.pdf')) await store.add(id, text, metadata)
 */
export const passagesOf = ({ id, outputs: { chunks } }: ReadDocument, source: string): Passage[] =>
  chunks.map((chunk) => ({
    id: `${id}/${chunk.id}`,
    text: chunk.text,
    metadata: { source, jobId: id, pages: chunk.pages, headings: chunk.headings, boxes: chunk.boxes ?? [] },
  }))
