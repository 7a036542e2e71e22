import type { Document, Warning } from '../../document/model.ts'
import { defaultRequest, type Engine, type EngineRequest } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { layOut } from '../layout/lay-out.ts'
import { assemble } from '../paged/assemble.ts'
import type { Draft, DraftPage } from '../paged/draft.ts'
import { passes } from '../paged/passes/passes.ts'
import { smallPdf } from '../pdf/warm-up.ts'
import { loadPdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import { damaged, openPdf } from '../pdfium/open-pdf.ts'
import { readOutline } from '../pdfium/outline.ts'
import { withPage } from '../pdfium/page-facts.ts'
import { selectPages } from '../select-pages.ts'
import { readContent } from './read-content.ts'

/** PDF read from its characters, drawn lines and tags alone, by the layout analysis of this house. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, request.password)
  try {
    const { numbers, warnings: missing } = selectPages(request, pdf.pageCount)
    const warnings: Warning[] = [...missing]
    const pages: DraftPage[] = []
    for (const number of numbers) {
      const page = withPage(pdfium, pdf, number, (opened, facts) =>
        layOut(readContent(pdfium, opened, { number, display: facts.display, facts }).content),
      )
      if (page === null)
        warnings.push({
          code: 'page_damaged',
          message: `Page ${number} is damaged and could not be read.`,
          page: number,
        })
      else pages.push(page)
    }
    if (pages.length === 0) throw damaged()
    const draft: Draft = {
      metadata: readMetadata(pdfium, pdf),
      outline: readOutline(pdfium, pdf),
      pages,
      pictures: [],
      warnings,
    }
    const finished = passes.reduce<Draft>((current, pass) => pass(current), draft)
    return assemble(finished, { words: request.words, raw: null })
  } finally {
    pdf.close()
  }
}

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const structureEngine: Engine = { warmUp, read }
