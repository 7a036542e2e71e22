import type { ParseSource } from './provider.ts'

/** A page as it looks, to be kept with a result. */
export type PageImage = {
  readonly page: number
  /** The width in pixels. */
  readonly width: number
  readonly height: number
  readonly mimeType: string
  readonly data: Uint8Array
}

/** The images that could be drawn, and why others are missing; null if none is. */
export type PageImages = { readonly images: readonly PageImage[]; readonly missing: string | null }

export type PageImageRequest = {
  readonly source: ParseSource
  /** Null: all. */
  readonly pages: readonly number[] | null
  readonly maxPages: number
  readonly password: string | null
}

/** Rejects only with the reason of the signal: what cannot be drawn is missing. */
export type DrawPageImages = (request: PageImageRequest, signal: AbortSignal) => Promise<PageImages>
