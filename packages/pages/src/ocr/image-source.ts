import { type Warning, warning } from '@polyparse/document'
import { cut } from '@polyparse/engine/images'
import { openImage } from '@polyparse/engine/images'
import { type Raster, toGrey } from '@polyparse/engine/images'
import { resample } from '@polyparse/engine/images'
import type { PageSource, PagePart } from './page-source.ts'
import { recognitionLimits, resolution } from './parameters.ts'

/** The frames of an image file as pages, resampled to a resolution that can be read well. */
export const openImageSource = (bytes: Uint8Array, { dpi: wanted }: { readonly dpi: number }): PageSource => {
  const image = openImage(bytes)
  return {
    metadata: { mimeType: image.mimeType, documentPageCount: image.frameCount },
    outline: { entries: [], isComplete: true, warnings: [] },
    warnings: furtherFrames(image.furtherFrames ?? 0),
    pageCount: image.frameCount,
    page: async (number) => {
      const frame = await image.frame(number - 1, (full, of) => readingScale(full, of, wanted))
      const { raster, size, dpi: stated, lostRows = 0 } = frame
      const dpi = resolutionOf(size, stated)
      const scale = readingScale(size, stated, wanted)
      // The remaining factor: the picture may have been decoded smaller already.
      const factor = (scale * size.width) / raster.width
      return {
        width: (size.width * 72) / dpi,
        height: (size.height * 72) / dpi,
        rotation: 0,
        raster: resample(toGrey(raster), factor),
        dpi: dpi * scale,
        isPdfPage: false,
        lostRows,
        crop: (part) => cut(raster, scaled(part, 1 / factor)),
      }
    },
    unread: () => null,
    close: () => {},
  }
}

const furtherFrames = (count: number): Warning[] =>
  count <= 0
    ? []
    : [
        warning(
          'content_omitted',
          `The image is an animation, of which the first frame was read; ${count} ${count === 1 ? 'other was' : 'others were'} left out.`,
        ),
      ]

/** Dots per inch: what the file states where that is plausible, else an estimate from the size. */
export const resolutionOf = ({ width, height }: Pick<Raster, 'width' | 'height'>, stated: number | null): number => {
  const long = Math.max(width, height)
  const isSane = stated !== null && stated >= resolution.minStated && stated <= resolution.maxStated
  if (isSane && (stated > resolution.defaultStated || long / stated <= resolution.maxPageInches)) return stated
  return Math.min(resolution.maxAssumedDpi, estimated({ width, height }))
}

/**
 * Dots per inch of a page with so many pixels: of the paper size whose proportions it has, else of a page of about that
 * size or a piece of a screen.
 */
const estimated = ({ width, height }: Pick<Raster, 'width' | 'height'>): number => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const paper = resolution.papers.find((inches) => {
    const proportion = (long * inches.short) / (short * inches.long)
    return Math.abs(proportion - 1) < resolution.paperTolerance
  })
  return paper === undefined ? Math.max(resolution.screenDpi, long / resolution.assumedLongSide) : long / paper.long
}

/** Returns how much of the sides of an image is read; more than all where it is enlarged. */
const readingScale = (size: Pick<Raster, 'width' | 'height'>, stated: number | null, wanted: number): number => {
  // A stated resolution that makes a page of letter size small may be wrong: then nothing is lost by reading more.
  const factor = wanted / Math.min(resolutionOf(size, stated), estimated(size))
  const { width, height } = size
  const isClose = factor > resolution.unchangedFrom && factor < resolution.unchangedTo
  const { maxPixels, maxSide } = recognitionLimits
  const max = Math.min(Math.sqrt(maxPixels / (width * height)), maxSide / Math.max(width, height))
  return Math.min(max, isClose ? 1 : Math.min(resolution.maxEnlargement, factor))
}

const scaled = ({ x, y, width, height }: PagePart, factor: number): PagePart => ({
  x: Math.round(x * factor),
  y: Math.round(y * factor),
  width: Math.round(width * factor),
  height: Math.round(height * factor),
})
