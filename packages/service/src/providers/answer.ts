import type { Box, Document, Usage, Warning, Quality } from '@polyparse/document'
import type { FlowBlock } from '@polyparse/readers/markup'

/** What a vendor has made of a document, in our terms: what an adapter makes of the vendor's answer. */
export type Answer = {
  readonly pages: readonly AnswerPage[]
  /** For failed pages, and other doubts of the vendor. */
  readonly warnings?: readonly Warning[]
  readonly quality?: Document['quality'] | undefined
  readonly usage?: Usage | undefined
  /** Where the document has none of its own that can be seen here. */
  readonly outline?: Document['outline']
  /** As received; it is kept when it was asked for. */
  readonly raw: unknown
}

export type AnswerPage = {
  /** One-based, in the document. */
  readonly number: number
  /** In the unit of the boxes; null: the boxes are in shares of the page. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Points in that unit, where no more is known of the page than the vendor says; null: the unit means nothing. */
  readonly points: number | null
  readonly blocks: readonly AnswerBlock[]
  /** 0–1. */
  readonly quality?: number | undefined
}

export type AnswerBlock = Omit<FlowBlock, 'picture'> & {
  /** From the top left; null: the vendor does not say where it is. */
  readonly box: Box | null
  readonly confidence?: number | undefined
  readonly picture?: AnswerPicture
}

/** The file of a picture; null when it could not be fetched. */
export type AnswerPicture = { readonly data: Uint8Array | null }

/** The mean of a vendor's scores of parts of a document, from 0 to 1, each with the same weight. */
export const meanQuality = (scores: readonly (number | null | undefined)[]): Quality | undefined => {
  const given = scores.filter((score) => typeof score === 'number')
  if (given.length === 0) return undefined
  const mean = given.reduce((sum, score) => sum + score, 0) / given.length
  return { score: Math.round(mean * 10_000) / 10_000, scale: '0-1' }
}

const maxCharacters = 200

/** A page that the vendor says it has failed to read, and why as far as it says. */
export const failedPage = (vendor: string, page: number, why: string | null | undefined): Warning => {
  const reason = why?.trim() ? `: ${why.trim().slice(0, maxCharacters)}` : '.'
  return { code: 'page_failed', message: `${vendor} could not read page ${page}${reason}`, page }
}

/** What a vendor would have the reader of the document know, in its own words. */
export const vendorWarning = (vendor: string, words: string): Warning => ({
  code: 'provider_warning',
  message: `${vendor} warns: ${words.trim().slice(0, maxCharacters)}`,
})
