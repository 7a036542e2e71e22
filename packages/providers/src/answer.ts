import type { Box, Document, Field, DocumentUsage, Warning, Quality } from '@polyparse/document'
import type { FlowBlock } from '@polyparse/formats/markup'

/** A vendor's reading in our terms: the form that every adapter gives to the vendor's answer. */
export type Answer = {
  readonly pages: readonly AnswerPage[]
  /** The warnings tell of failed pages, and of other doubts that the vendor reports. */
  readonly warnings?: readonly Warning[]
  readonly quality?: Document['quality'] | undefined
  readonly usage?: DocumentUsage | undefined
  /** The model, tier or version, as the vendor tells it. */
  readonly model?: string | null | undefined
  /** The language as a BCP 47 tag; that of the document itself comes first. */
  readonly language?: string
  /** If the document has no metadata of its own that can be read here. */
  readonly outline?: Document['outline']
  /** The response as received; kept if it was requested. */
  readonly raw: unknown
}

export type AnswerPage = {
  /** One-based, in the document. */
  readonly number: number
  /** The size in the unit of the boxes; null: the boxes are in shares of the page. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Points per unit, for pages of which only the vendor knows the size; null: the unit has no meaning. */
  readonly points: number | null
  readonly blocks: readonly AnswerBlock[]
  /** The values of forms on it; absent: the vendor was not asked for any. */
  readonly fields?: readonly AnswerField[]
  /** 0–1. */
  readonly quality?: number | undefined
}

export type AnswerField = Pick<Field, 'label' | 'value' | 'kind'> & {
  /** The box around label and value together. */
  readonly box: Box | null
}

export type AnswerBlock = Omit<FlowBlock, 'picture'> & {
  /** The box from the top left; null: the vendor does not give a place. */
  readonly box: Box | null
  readonly confidence?: number | undefined
  readonly picture?: AnswerPicture
}

/** The file of a picture; null when it could not be fetched. */
export type AnswerPicture = { readonly data: Uint8Array | null }

/**
 * The mean of a vendor's scores of parts of a document, from 0 to 1, each with the same weight.
 * @example meanQuality([0.9, null, 0.7]) // { score: 0.8, scale: '0-1' }
 */
export const meanQuality = (scores: readonly (number | null | undefined)[]): Quality | undefined => {
  const given = scores.filter((score) => typeof score === 'number')
  if (given.length === 0) return undefined
  const mean = given.reduce((sum, score) => sum + score, 0) / given.length
  return { score: Math.round(mean * 10_000) / 10_000, scale: '0-1' }
}

const maxVendorMessageCharacters = 200

/**
 * A page that the vendor reports as failed, with the reason if it gives one.
 * @example failedPage('Reducto', 3, null) // { code: 'page_failed', message: 'Reducto could not read page 3.', page: 3 }
 */
export const failedPage = (vendor: string, page: number, why: string | null | undefined): Warning => {
  const reason = why?.trim() ? `: ${why.trim().slice(0, maxVendorMessageCharacters)}` : '.'
  return { code: 'page_failed', message: `${vendor} could not read page ${page}${reason}`, page }
}

/** A warning of the vendor to the reader of the document, in its own words. */
export const vendorWarning = (vendor: string, words: string): Warning => ({
  code: 'provider_warning',
  message: `${vendor} warns: ${words.trim().slice(0, maxVendorMessageCharacters)}`,
})
