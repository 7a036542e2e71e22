import { type Box, mapBox } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { floats } from './memory.ts'
import type { PageObject } from './page-objects.ts'
import { pdfiumLimits } from './parameters.ts'

/** The bounds that nothing of an object is drawn outside of, as displayed; null where it is not clipped. */
export const clipIn = (pdfium: Pdfium, { object, toPage }: PageObject, room: number): Box | null => {
  const clip = pdfium.FPDFPageObj_GetClipPath(object)
  const count = Math.min(pdfiumLimits.clips, clip === 0 ? 0 : pdfium.FPDFClipPath_CountPaths(clip))
  if (count <= 0) return null
  let [left, bottom, right, top] = [-Infinity, -Infinity, Infinity, Infinity]
  for (let path = 0; path < count; path += 1) {
    const bounds = boundsOfClipPath(pdfium, clip, path, room)
    if (bounds === null) continue
    left = Math.max(left, bounds[0])
    bottom = Math.max(bottom, bounds[1])
    right = Math.min(right, bounds[2])
    top = Math.min(top, bounds[3])
  }
  if (left === -Infinity) return null
  return left >= right || bottom >= top ? [0, 0, 0, 0] : mapBox(toPage, [left, bottom, right, top])
}

/** Null for a path with too many segments to be looked at. */
const boundsOfClipPath = (pdfium: Pdfium, clip: number, path: number, room: number): Box | null => {
  const count = pdfium.FPDFClipPath_CountPathSegments(clip, path)
  if (count <= 0 || count > pdfiumLimits.segmentsOfClip) return null
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index < count; index += 1) {
    const segment = pdfium.FPDFClipPath_GetPathSegment(clip, path, index)
    if (segment === 0 || !pdfium.FPDFPathSegment_GetPoint(segment, room, room + 4)) return null
    const [x = 0, y = 0] = floats(pdfium, room, 2)
    left = Math.min(left, x)
    bottom = Math.min(bottom, y)
    right = Math.max(right, x)
    top = Math.max(top, y)
  }
  return [left, bottom, right, top]
}
