import { failedPage, type Answer, type AnswerPage } from '../../answer.ts'
import type { UpstageBatch, Payload } from './upstage-answer-shape.ts'
import { upstageBlocks } from './upstage-blocks.ts'

/** A batch of consecutive pages, and what was read of them; null: nothing. */
export type ReadBatch = { readonly batch: UpstageBatch; readonly payload: Payload | null }

type UpstageContext = {
  readonly vendor: string
  readonly raw: unknown
  /** The number in the document of the n-th page that was sent. */
  readonly original: (position: number) => number
}

/** Ranges are only numbers in an answer: the maximum number of pages in a batch. */
const maxPages = 1000

export const upstageToAnswer = (batches: readonly ReadBatch[], { vendor, raw, original }: UpstageContext): Answer => {
  const counts = batches.flatMap(({ payload }) => payload?.usage?.pages ?? [])
  return {
    pages: batches.flatMap(({ batch, payload }) =>
      payload === null ? [] : pagesOfUpstageBatch(batch, payload, original),
    ),
    warnings: batches.flatMap(({ batch, payload }) =>
      payload === null
        ? positionsOf(batch).map((position) => failedPage(vendor, original(position), batch.failure_message))
        : [],
    ),
    usage: counts.length === 0 ? undefined : { pages: counts.reduce((sum, count) => sum + count, 0) },
    model: batches.flatMap(({ payload }) => payload?.model ?? []).at(0),
    raw,
  }
}

/** Pages without elements are blank. */
const pagesOfUpstageBatch = (
  batch: UpstageBatch,
  { elements }: Payload,
  original: UpstageContext['original'],
): AnswerPage[] => {
  const positions = positionsOf(batch)
  const before = countedAnew(positions, elements) ? batch.start_page - 1 : 0
  const byPosition = Map.groupBy(elements, ({ page }) => page + before)
  return [...new Set([...positions, ...byPosition.keys()])].map((position) => ({
    number: original(position),
    size: null,
    points: null,
    blocks: (byPosition.get(position) ?? []).flatMap(upstageBlocks),
  }))
}

const positionsOf = ({ start_page: start, end_page: end }: UpstageBatch): number[] =>
  Array.from({ length: Math.min(maxPages, Math.max(0, end - start + 1)) }, (_, index) => start + index)

/**
 * It is not documented whether pages count from 1 in every batch: they do if they cannot be pages of the batch
 * otherwise.
 */
const countedAnew = (positions: readonly number[], elements: Payload['elements']): boolean =>
  elements.every(({ page }) => !positions.includes(page) && page <= positions.length)
