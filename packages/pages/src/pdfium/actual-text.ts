import type { Pdfium } from './library.ts'
import { withString } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/**
 * Has the text objects of an open page read as they are drawn from now on, without the text that their marked content replaces
 * them with (ISO 32000-2, 14.9.4). Returns those that had any.
 */
export const removeActualTexts = (pdfium: Pdfium, objects: Iterable<number>): Set<number> =>
  withString(pdfium, 'ActualText', (key) => {
    const marksOf = (object: number): number[] =>
      Array.from(
        { length: Math.max(0, Math.min(pdfiumLimits.marksOfObject, pdfium.FPDFPageObj_CountMarks(object))) },
        (_, index) => pdfium.FPDFPageObj_GetMark(object, index),
      ).filter((mark) => mark !== 0 && pdfium.FPDFPageObjMark_GetParamValueType(mark, key) !== 0)
    // Objects share their marks: what is taken from one is gone from the next.
    const replaced = new Set([...objects].filter((object) => marksOf(object).length > 0))
    for (const object of replaced)
      for (const mark of marksOf(object).toReversed()) pdfium.FPDFPageObj_RemoveMark(object, mark)
    return replaced
  })
