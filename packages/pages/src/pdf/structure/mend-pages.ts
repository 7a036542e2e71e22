import type { Warning } from '@polyparse/document'
import type { DocumentLanguages } from '../../ocr/document-languages.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { OpenPdf } from '../../pdfium/kept-pdfs.ts'
import { type PageVerdict, settleDoubts } from '../verdict/settle.ts'
import { charactersUnknown, layerRepaired, layerUntrusted } from '../verdict/warnings.ts'
import { type SurveyedPage, surveyPage, type ToRead } from './survey-page.ts'

/** The pages, with the text layers that are not what the pages show mended, or given up for the image of the page. */
export const mendPages = async (
  pdfium: Pdfium,
  pdf: OpenPdf,
  pages: readonly (SurveyedPage | null)[],
  toRead: Omit<ToRead, 'number' | 'mended'>,
  languages: DocumentLanguages,
): Promise<readonly (SurveyedPage | null)[]> => {
  const doubted = pages.flatMap((page) => page?.doubted ?? [])
  if (doubted.length === 0) return pages
  const verdicts = await settleDoubts(pdfium, pdf, doubted, { languages, dpi: toRead.request.recognition.dpi })
  return pages.map((page) => {
    if (page === null || page.doubted === null) return page
    const { number } = page.doubted
    const verdict = verdicts.get(number)
    if (verdict === undefined || verdict.kind === 'sound') return page
    if (verdict.kind === 'unusable')
      return {
        ...page,
        held: 0,
        ink: page.ink > 0 ? page.ink : 1,
        warnings: [...page.warnings, layerUntrusted(number)],
      }
    const mended = surveyPage(pdfium, pdf, { ...toRead, number, budget: { ...toRead.budget }, mended: verdict.texts })
    if (mended === null) return page
    return { ...mended, warnings: [...mended.warnings, ...warningsOf(verdict, number)] }
  })
}

const warningsOf = (verdict: Exclude<PageVerdict, { kind: 'sound' | 'unusable' }>, number: number): Warning[] => {
  if (verdict.kind !== 'incomplete') return [(verdict.kind === 'repaired' ? layerRepaired : layerUntrusted)(number)]
  const unknown = charactersUnknown(number, verdict.unknown)
  return verdict.isRestored ? [layerRepaired(number), unknown] : [unknown]
}
