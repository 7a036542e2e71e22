import { itemAt } from '@polyparse/document/items'
import type { Pdfium } from './library.ts'

const rotations = [0, 90, 180, 270] as const

/** Returns the degrees by which a page is turned clockwise to be displayed. */
export const rotationOfPdfPage = (pdfium: Pdfium, page: number): (typeof rotations)[number] =>
  itemAt(rotations, pdfium.FPDFPage_GetRotation(page) & 3)
