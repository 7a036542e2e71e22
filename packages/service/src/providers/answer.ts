import type { Box, Document, Usage, Warning } from '@polyparse/document'
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
