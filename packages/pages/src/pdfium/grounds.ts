import { type Box, centre, holds } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { readInteger } from './memory.ts'
import { boxIn, colorIn, isSameColor, type Color, type PageObject } from './page-objects.ts'
import { hiddenTextParameters, pdfiumLimits } from './parameters.ts'

/** An object that covers what lies under it. Its colour is null where it has several or is not opaque. */
type Cover = { readonly drawn: PageObject; readonly index: number; readonly color: Color | null }
type Ground = Cover & { readonly box: Box }

const white: Color = { red: 255, green: 255, blue: 255, alpha: 255 }

/** Returns what lies under the text of a page; `room` has space for four numbers. */
export const createGrounds = (pdfium: Pdfium, objects: readonly PageObject[], room: number) => {
  let covers: readonly Cover[] | null = null
  let colors: readonly Color[] = []
  let grounds: readonly Ground[] | null = null
  const mayBe = (color: Color): boolean => {
    if (covers === null) {
      covers = objects.flatMap((drawn, index) => coverOf(pdfium, drawn, index, room) ?? [])
      colors = [...new Map(covers.flatMap(({ color: one }) => (one === null ? [] : [[keyOfColor(one), one]]))).values()]
    }
    return (
      covers.length <= pdfiumLimits.covers &&
      (isSameColor(color, white) || colors.some((one) => isSameColor(one, color)))
    )
  }
  return {
    /**
     * The colour under the middle of a box, by what was drawn before the object with this index: white, as the page is,
     * where nothing was. Null where it is not one colour, or cannot be that of the text.
     */
    under(index: number, box: Box, color: Color): Color | null {
      if (!mayBe(color)) return null
      grounds ??= (covers ?? []).flatMap((cover) => groundOf(pdfium, cover, room) ?? [])
      const point = centre(box)
      const ground = grounds.findLast(
        (one) =>
          one.index < index &&
          holds(one.box, point) &&
          (!isSameColor(color, one.color) || isWholeBox(pdfium, one.drawn.object)),
      )
      return ground === undefined ? white : ground.color
    },
  }
}

const keyOfColor = ({ red, green, blue }: Color): number => (red << 16) | (green << 8) | blue

const coverOf = (pdfium: Pdfium, drawn: PageObject, index: number, room: number): Cover | null => {
  if (drawn.kind === 'text') return null
  if (drawn.kind !== 'path') return { drawn, index, color: null }
  if (!pdfium.FPDFPath_GetDrawMode(drawn.object, room, room + 4)) return null
  if (readInteger(pdfium, room) === 0) {
    // A frame around the text covers nothing; a stroke as broad as a line of text does.
    const isBroad =
      pdfium.FPDFPageObj_GetStrokeWidth(drawn.object, room) &&
      pdfium.view().getFloat32(room, true) > hiddenTextParameters.minCover
    return isBroad ? { drawn, index, color: null } : null
  }
  const color = colorIn(pdfium, 'FPDFPageObj_GetFillColor', drawn.object, room)
  if (color?.alpha === 0) return null
  return { drawn, index, color: color?.alpha === 255 ? color : null }
}

const groundOf = (pdfium: Pdfium, cover: Cover, room: number): Ground | null => {
  const box = boxIn(pdfium, cover.drawn, room)
  return Math.min(box[2] - box[0], box[3] - box[1]) < hiddenTextParameters.minCover ? null : { ...cover, box }
}

/** Tells whether a path covers all of its bounds: anything but an unclipped rectangle may leave out the place in question. */
const isWholeBox = (pdfium: Pdfium, path: number): boolean =>
  pdfium.FPDFPath_CountSegments(path) <= 5 && pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(path)) <= 0
