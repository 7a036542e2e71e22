import { pdfOf } from '@polyparse/test-support/pdf'
import { samplePdf } from '../../../providers/test/support/sample.ts'
import type { CrashPlan } from './crashing-worker.ts'

const pdfSource = { filename: 'a.pdf', mediaType: 'application/pdf' } as const

/**
 * Returns the document that workers of a plan are killed over, with the outputs that are asked for. It is made here, and
 * not by the workers: what makes a PDF takes them longer to load than everything else together.
 */
export const crashingSource = async ({
  vendor,
  escalates = false,
  fills = false,
  pageByPage,
}: Pick<CrashPlan, 'vendor' | 'escalates' | 'fills' | 'pageByPage'>): Promise<{
  readonly bytes: Buffer
  readonly source: Omit<CrashPlan['source'], 'path'>
}> => {
  if (escalates || fills)
    return {
      bytes: Buffer.from('%PDF-1.7 Hello.'),
      source: { ...pdfSource, outputs: [fills ? 'extraction' : 'text'] },
    }
  if (vendor === null)
    return { bytes: Buffer.from('Hello.'), source: { filename: 'a.txt', mediaType: 'text/plain', outputs: ['text'] } }
  if (pageByPage === undefined) return { bytes: await samplePdf(), source: { ...pdfSource, outputs: ['text', 'json'] } }
  return { bytes: await narrowPdf(pageByPage.pages), source: { ...pdfSource, outputs: ['text'] } }
}

/** Its pages are a tenth as wide as they are high, and take a fraction of the time to draw at the height that a vendor needs. */
const narrowPdf = (pages: number): Promise<Buffer> =>
  pdfOf(
    (pdf) => {
      for (let number = 1; number <= pages; number += 1) {
        if (number > 1) pdf.addPage()
        pdf.text(`Page ${number}`)
      }
    },
    { size: [60, 600], margin: 8 },
  )
