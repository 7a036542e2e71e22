import { useEffect, useState } from 'react'
import { nameOfSource, type ChosenSource } from '../request/source.ts'
import { countPages } from './count-pages.ts'
import type { EstimatedDocument, PageCount } from './estimate.ts'

/** The documents with their pages, counted one after the other; null while they are counted, or if they are not needed. */
export const usePageCounts = (
  sources: readonly ChosenSource[],
  password: string | null,
  isWanted: boolean,
): readonly EstimatedDocument[] | null => {
  const [documents, setDocuments] = useState<readonly EstimatedDocument[] | null>(null)
  useEffect(() => {
    setDocuments(null)
    if (!isWanted) return
    let over = false
    const count = async () => {
      const counted: EstimatedDocument[] = []
      for (const source of sources) {
        counted.push(await estimatedDocumentOfSource(source, password))
        if (over) return
      }
      setDocuments(counted)
    }
    void count()
    return () => {
      over = true
    }
  }, [sources, password, isWanted])
  return documents
}

const estimatedDocumentOfSource = async (source: ChosenSource, password: string | null): Promise<EstimatedDocument> => {
  if ('url' in source) return { name: nameOfSource(source), bytes: null, count: null }
  const { file } = source
  return { name: file.name, bytes: file.size, count: await countOnce(file, password) }
}

const counts = new WeakMap<File, { readonly password: string | null; readonly count: Promise<PageCount> }>()

const countOnce = (file: File, password: string | null): Promise<PageCount> => {
  const known = counts.get(file)
  if (known?.password === password) return known.count
  const count = countPages(file, (pdf) => countPdf(pdf, password))
  counts.set(file, { password, count })
  return count
}

/** pdf.js is large, and most visits need none of it. */
const countPdf = async (file: File, password: string | null): Promise<number> => {
  const { openPdfInBrowser: openPdf } = await import('../pdf/open-pdf.ts')
  const { numPages, loadingTask } = await openPdf(file, password)
  await loadingTask.destroy()
  return numPages
}
