import type { Box } from '@polyparse/document'
import { maxOf, minOf } from '@polyparse/engine'
import type { Pdfium } from './library.ts'
import { floats, withRoom } from './memory.ts'
import { glyphs as parameters } from './parameters.ts'

/** The picture that a glyph shows by its outline: a box to tick, open or ticked, or a filled square. */
export type GlyphPicture = 'box' | 'ticked box' | 'square'

/** One closed line of an outline. */
type Contour = {
  readonly box: Box
  /** The share of it that lies along the axes: 1 for a square, near 0 for a circle or a cross. */
  readonly along: number
}

/** FPDF_SEGMENT_* of fpdf_edit.h. */
const glyphSegmentTypes = { line: 0, move: 2 }

/** Counts how many closed lines a glyph of a font is drawn with; null where its outline is unavailable. */
export const countContours = (pdfium: Pdfium, font: number, code: number): number | null => {
  const path = outlineOfGlyph(pdfium, font, code)
  if (path === null) return null
  let count = 0
  for (let index = 0; index < path.length; index += 1) if (path.typeOf(index) === glyphSegmentTypes.move) count += 1
  return count
}

/** Returns what a glyph of a font shows; null for all that is no box, and where its outline is unavailable. */
export const glyphPicture = (pdfium: Pdfium, font: number, code: number): GlyphPicture | null => {
  const contours = readContours(pdfium, font, code).toSorted((a, b) => width(b.box) - width(a.box))
  const [outer, inner, ...others] = contours
  if (outer === undefined || !isBoxy(outer) || contours.length > parameters.maxContours) return null
  if (inner === undefined) return 'square'
  const isFrame = isBoxy(inner) && width(inner.box) > width(outer.box) * parameters.minInnerShare
  if (others.length === 0 && isFrame) return 'box'
  const marks = contours.filter(({ along }) => along < parameters.minBoxAlong)
  const isMarked = marks.length > 0 && widthOfContours(marks) > width(outer.box) * parameters.minMarkShare
  return isMarked ? 'ticked box' : null
}

const width = (box: Box): number => box[2] - box[0]

/** The width of several contours together. */
const widthOfContours = (contours: readonly Contour[]): number =>
  maxOf(contours.map(({ box }) => box[2])) - minOf(contours.map(({ box }) => box[0]))

const isBoxy = ({ box, along }: Contour): boolean => {
  const [across, high] = [box[2] - box[0], box[3] - box[1]]
  return along >= parameters.minBoxAlong && Math.max(across, high) <= Math.min(across, high) * parameters.maxBoxRatio
}

type GlyphOutline = { readonly length: number; typeOf(index: number): number; segment(index: number): number }

const outlineOfGlyph = (pdfium: Pdfium, font: number, code: number): GlyphOutline | null => {
  const path = pdfium.FPDFFont_GetGlyphPath(font, code, 1)
  const length = path === 0 ? 0 : pdfium.FPDFGlyphPath_CountGlyphSegments(path)
  if (length <= 0 || length > parameters.maxSegments) return null
  const segment = (index: number): number => pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index)
  return { length, segment, typeOf: (index) => pdfium.FPDFPathSegment_GetType(segment(index)) }
}

const readContours = (pdfium: Pdfium, font: number, code: number): Contour[] =>
  withRoom(pdfium, 16, (room) => {
    const path = outlineOfGlyph(pdfium, font, code)
    if (path === null) return []
    const contours: { points: (readonly [x: number, y: number])[]; along: number }[] = []
    for (let index = 0; index < path.length; index += 1) {
      if (!pdfium.FPDFPathSegment_GetPoint(path.segment(index), room, room + 4)) return []
      const [x = 0, y = 0] = floats(pdfium, room, 2)
      const type = path.typeOf(index)
      if (type === glyphSegmentTypes.move) contours.push({ points: [], along: 0 })
      const contour = contours.at(-1)
      const before = contour?.points.at(-1)
      if (type === glyphSegmentTypes.line && contour !== undefined && before !== undefined) {
        const [across, high] = [Math.abs(x - before[0]), Math.abs(y - before[1])]
        if (Math.min(across, high) < parameters.tolerance) contour.along += across + high
      }
      contour?.points.push([x, y])
    }
    return contours.map(({ points, along }) => {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
      const box: Box = [minOf(xs), minOf(ys), maxOf(xs), maxOf(ys)]
      const around = 2 * (box[2] - box[0] + box[3] - box[1])
      return { box, along: around === 0 ? 0 : along / around }
    })
  })
