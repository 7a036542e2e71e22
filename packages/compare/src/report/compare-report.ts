import type { CompareResult } from '@polyparse/contract'
import { anchors, comparedDocument, huesOf, parsedOf, type ComparedDocument } from './compared-document.ts'
import { listed, many } from './markup/format.ts'
import { html, type Html } from './markup/html.ts'
import { documentHead, documentLinks } from './parts/document-head.ts'
import { disputesView } from './parts/disputes-view.ts'
import { overallView } from './parts/overall-view.ts'
import { pagesView } from './parts/pages-view.ts'
import { pairsView } from './parts/pairs-view.ts'
import { providersView } from './parts/providers-view.ts'
import { textsView } from './parts/texts-view.ts'
import { verdictView } from './parts/verdict-view.ts'
import { reportPage } from './report-page.ts'
import { newEffort, type Effort } from './texts/effort.ts'
import { layOut } from './texts/lay-out.ts'

/** A comparison and the name it is to have in the report. */
export type ReportedComparison = { readonly name: string; readonly result: CompareResult }

/** One or more comparisons as an HTML document that is complete in itself: it loads nothing and runs nothing. */
export const compareReport = (
  comparisons: readonly ReportedComparison[],
  { madeAt }: { readonly madeAt: Date },
): string => {
  const hues = huesOf(comparisons.map(({ result }) => result))
  const documents = comparisons.map(({ name, result }, index) => comparedDocument(name, result, index + 1, hues))
  const effort = newEffort()
  const [only] = documents
  if (only !== undefined && documents.length === 1)
    return reportPage({
      title: only.name,
      subtitle: `Read by ${listed(only.providers.map(({ id }) => id))}, and compared.`,
      links: linksOf(only),
      content: documentView(only, effort, 2),
      madeAt,
    })
  return reportPage({
    title: `Comparison of ${many(documents.length, 'document')}`,
    subtitle: `Read by ${listed([...hues.keys()])}.`,
    links: [{ href: 'overall', name: 'Overall' }, ...documentLinks(documents)],
    content: html`${overallView(documents)}${documents.map(
      (document) =>
        html`<article class="document" id="${anchors.document(document)}">
          ${documentHead(document)}${documentView(document, effort, 3)}
        </article>`,
    )}`,
    madeAt,
  })
}

const documentView = (document: ComparedDocument, effort: Effort, level: number): Html => {
  const laidOut = layOut(document, effort)
  return html`${verdictView(document, level)} ${providersView(document, level)} ${pairsView(document, level)}
  ${pagesView(document, laidOut, level)} ${disputesView(document, laidOut, level)}
  ${textsView(document, laidOut, level)}`
}

const linksOf = (document: ComparedDocument): { href: string; name: string }[] => {
  const { agreement } = document.result
  const isCompared = parsedOf(document).length > 1
  const link = (section: string, name: string) => ({ href: anchors.section(document, section), name })
  return [
    link('verdict', 'Verdict'),
    link('providers', 'Providers'),
    ...((agreement?.pairs.length ?? 0) > 0 ? [link('pairs', 'Agreement')] : []),
    ...(isCompared && (agreement?.pages.length ?? 0) > 0 ? [link('pages', 'Pages')] : []),
    link('disputes', `Disputes ${document.disputes.length > 0 ? document.disputes.length : ''}`.trim()),
    link('texts', 'Texts'),
  ]
}
