import type { Sandbox } from '@polyparse/sandbox'
import { readers } from '@polyparse/readers'
import type { Converter } from './converter/converter.ts'
import { drawPages } from './draw-pages.ts'
import type { DrawPageImages, PageImage } from './page-image.ts'
import { ProviderFailure, type ParseSource } from './provider.ts'
import { pagesOfSurvey, survey } from './survey.ts'
import { mediaTypesOf } from './vendor-media-types.ts'

export type PageImageLimits = {
  /** Pixels of the longer side: enough to read a page of A4 in the width of a large screen. */
  readonly longestSide: number
  readonly pages: number
  /** Bytes of all files of a document together: they are in the memory of the worker until they are stored. */
  readonly bytes: number
  /** The time for all pages. */
  readonly seconds: number
  /** The number of pages that the sandbox draws in one go. */
  readonly pagesAtOnce: number
}

export const pageImageLimits: PageImageLimits = {
  longestSide: 1600,
  pages: 500,
  bytes: 64 * 1024 ** 2,
  seconds: 180,
  pagesAtOnce: 8,
}

const drawable: ReadonlySet<string> = new Set(mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp'))

type PageImageParts = { readonly sandbox: Pick<Sandbox, 'run'>; readonly converter: Converter | null }

/** Draws pages in the sandbox. Documents without a layout of their own first become a PDF, if the operator has a converter for that. */
export const createPageImages =
  ({ sandbox, converter }: PageImageParts, limits: PageImageLimits = pageImageLimits): DrawPageImages =>
  async (request, outer) => {
    const late = AbortSignal.timeout(limits.seconds * 1000)
    const signal = AbortSignal.any([outer, late])
    const images: PageImage[] = []
    try {
      const source = await drawableSource(request.source, converter, signal)
      if (source === null) return { images, missing: 'Pages of this type cannot be drawn here.' }
      const asked = { ...request, source, maxPages: Math.min(request.maxPages, 1_000_000) }
      const surveyed = await survey(
        { ...asked, options: {}, outputs: [], includeRaw: false },
        sandbox,
        signal,
        request.password,
      )
      const numbers = pagesOfSurvey(surveyed)
      const wanted = numbers.slice(0, limits.pages)
      const { longestSide, pagesAtOnce } = limits
      let bytes = 0
      for (let start = 0; start < wanted.length; start += pagesAtOnce) {
        const portion = wanted.slice(start, start + pagesAtOnce)
        const drawing = {
          sandbox,
          surveyed,
          longestSide,
          password: request.password,
          engine: 'pageImage',
          signal,
        } as const
        for (const { page, width, height, mimeType, picture: data } of await drawPages(asked, portion, drawing)) {
          if (data === null) continue
          bytes += data.length
          if (bytes > limits.bytes)
            return { images, missing: upTo(images.length, `they would have more than ${limits.bytes / 1024 ** 2} MiB`) }
          images.push({ page, width, height, mimeType, data })
        }
      }
      if (wanted.length < numbers.length)
        return { images, missing: upTo(images.length, `a document has at most ${limits.pages}`) }
      const undrawn = wanted.length - images.length
      return { images, missing: undrawn === 0 ? null : `${undrawn} of ${wanted.length} pages could not be drawn.` }
    } catch (error) {
      outer.throwIfAborted()
      if (late.aborted)
        return { images, missing: upTo(images.length, `drawing took longer than ${limits.seconds} seconds`) }
      const why = error instanceof ProviderFailure ? error.message : 'They could not be drawn.'
      return { images, missing: images.length === 0 ? why : upTo(images.length, why) }
    }
  }

const upTo = (count: number, why: string): string => `Only the first ${count} pages have an image: ${why}`

/** Null if there is no way to draw it. */
const drawableSource = async (
  source: ParseSource,
  converter: Converter | null,
  signal: AbortSignal,
): Promise<ParseSource | null> => {
  if (drawable.has(source.mediaType)) return source
  if (converter?.mediaType !== 'application/pdf' || !isOffice(source.mediaType)) return null
  return converter.convert(source, signal)
}

/** Tells whether a converter to PDF lays a type out as its authors have seen it. */
const isOffice = (mediaType: string): boolean =>
  officeMediaTypes.has(mediaType) || !Object.hasOwn(readers.auto, mediaType)

const officeMediaTypes: ReadonlySet<string> = new Set(
  mediaTypesOf('docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'odt', 'ods', 'odp', 'rtf'),
)
