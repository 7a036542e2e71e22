import { limits } from '@polyparse/contract'
import { countTiffFrames } from './tiff-frames.ts'
import type { PageCount } from './estimate.ts'

/**
 * The pages of a document that the browser holds; reads only the parts of it that say how many there are. `countPdf`
 * counts those of a PDF, and may fail.
 */
export const countPages = async (file: File, countPdf: (file: File) => Promise<number>): Promise<PageCount> => {
  const counted = await countedPages(file, countPdf).catch(() => null)
  if (counted !== null) return { pages: counted, basis: 'counted' }
  return { pages: Math.max(1, Math.ceil(file.size / limits.assumedPageBytes)), basis: 'size' }
}

/** Null for a type whose pages are unknown until it is read, such as that of an office program. */
const countedPages = async (file: File, countPdf: (file: File) => Promise<number>): Promise<number | null> => {
  // Some PDFs have a few other bytes in front.
  const head = await file.slice(0, 1024).text()
  if (head.includes('%PDF-')) return countPdf(file)
  return (await countTiffFrames(file)) ?? (file.type.startsWith('image/') ? 1 : null)
}
