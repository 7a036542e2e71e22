import type { CompareResult } from '@polyparse/contract'
import { enumeration, many } from '@polyparse/compare/format'
import {
  anchors,
  comparedDocument,
  providersOfResults,
  parsedProviders,
  type ComparedDocument,
} from '@polyparse/compare/view'
import { htmlText, type Html } from './html.ts'
import { disputesView } from './parts/disputes-view.ts'
import { documentHead, documentLinks, overallView } from './parts/documents-view.ts'
import { pagesView } from './parts/pages-view.ts'
import { pairsView } from './parts/pairs-view.ts'
import { providersView } from './parts/providers-view.ts'
import { textsView } from './parts/texts-view.ts'
import { verdictView } from './parts/verdict-view.ts'
import { reportPage } from './report-page.ts'
import { layOutReport } from '@polyparse/compare/view'
import { newWorkBudget, type WorkBudget } from '@polyparse/compare/view'

/** A comparison, and the name of its document in the report. */
export type ReportedComparison = { readonly name: string; readonly result: CompareResult }

/**
 * One or more comparisons as one self-contained HTML document: it loads nothing, runs no script, and escapes everything
 * that comes from documents and providers. The texts side by side need an output with text, such as `json` or `pages`.
 * Marking what differs in them takes about a second at most; what is too different for that is marked as a whole.
 *
 * @param madeAt the time that the report states, in UTC
 * @throws {RangeError} when `madeAt` is an invalid date
 * @example
 * await writeFile('report.html', compareReport([{ name: 'quarter.pdf', result }], { madeAt: new Date() }))
 */
export const compareReport = (
  comparisons: readonly ReportedComparison[],
  { madeAt }: { readonly madeAt: Date },
): string => {
  const documents = comparisons.map(({ name, result }, index) => comparedDocument(name, result, index + 1))
  const budget = newWorkBudget()
  const [only] = documents
  if (only !== undefined && documents.length === 1)
    return reportPage({
      title: only.name,
      subtitle: `Compared: the readings of ${enumeration(only.providers.map(({ id }) => id))}.`,
      links: linksOf(only),
      content: documentView(only, budget, 2),
      madeAt,
    })
  return reportPage({
    title: `Comparison of ${many(documents.length, 'document')}`,
    subtitle: `Read by ${enumeration(providersOfResults(comparisons.map(({ result }) => result)))}.`,
    links: [{ href: 'overall', name: 'Overall' }, ...documentLinks(documents)],
    content: htmlText`${overallView(documents)}${documents.map(
      (document) =>
        htmlText`<article class="document" id="${anchors.document(document)}">
          ${documentHead(document)}${documentView(document, budget, 3)}
        </article>`,
    )}`,
    madeAt,
  })
}

const documentView = (document: ComparedDocument, budget: WorkBudget, level: number): Html => {
  const laidOut = layOutReport(document, budget)
  return htmlText`${verdictView(document, level)} ${providersView(document, level)} ${pairsView(document, level)}
  ${pagesView(document, laidOut, level)} ${disputesView(document, laidOut, level)}
  ${textsView(document, laidOut, level)}`
}

const linksOf = (document: ComparedDocument): { href: string; name: string }[] => {
  const { agreement } = document.result
  const isCompared = parsedProviders(document).length > 1
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
