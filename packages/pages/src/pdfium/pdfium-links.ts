import { type Box, mapBox, type Matrix, union } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { fill, floats, readInteger, withRoom } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/** A place on a page that leads to an address outside the document. */
export type PageLink = { readonly box: Box; readonly href: string }

/** PDFACTION_URI of fpdf_doc.h. */
const uriAction = 3

/** The web and mail links of a page, a box for each line they run over. */
export const readLinks = (
  pdfium: Pdfium,
  { document, page, display }: { readonly document: number; readonly page: number; readonly display: Matrix },
): PageLink[] =>
  withRoom(pdfium, 64, (room) => {
    const links: PageLink[] = []
    const [position, found, quad] = [room, room + 4, room + 8]
    pdfium.memory().fill(0, position, position + 8)
    while (links.length < pdfiumLimits.links && pdfium.FPDFLink_Enumerate(page, position, found)) {
      const link = readInteger(pdfium, found)
      const href = hrefOf(pdfium, document, link)
      if (href === null) continue
      for (const box of boxesOf(pdfium, link, quad)) links.push({ box: mapBox(display, box), href })
    }
    return links
  })

const hrefOf = (pdfium: Pdfium, document: number, link: number): string | null => {
  const action = pdfium.FPDFLink_GetAction(link)
  if (action === 0 || pdfium.FPDFAction_GetType(action) !== uriAction) return null
  const bytes = fill(
    pdfium,
    (pointer, size) => pdfium.FPDFAction_GetURIPath(document, action, pointer, size),
    pdfiumLimits.addressBytes,
  )
  const href = bytes === null ? '' : Buffer.from(bytes).toString('utf8').replaceAll('\0', '').trim()
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : null
}

const boxesOf = (pdfium: Pdfium, link: number, room: number): Box[] => {
  const quads = Math.min(pdfiumLimits.boxesOfLink, pdfium.FPDFLink_CountQuadPoints(link))
  const boxes: Box[] = []
  for (let index = 0; index < quads; index += 1) {
    if (pdfium.FPDFLink_GetQuadPoints(link, index, room)) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = floats(pdfium, room, 8)
      boxes.push([
        Math.min(x1, x2, x3, x4),
        Math.min(y1, y2, y3, y4),
        Math.max(x1, x2, x3, x4),
        Math.max(y1, y2, y3, y4),
      ])
    }
  }
  if (union(boxes) !== null) return boxes
  if (!pdfium.FPDFLink_GetAnnotRect(link, room)) return []
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, room, 4)
  return [[Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)]]
}
