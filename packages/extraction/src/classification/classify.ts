import type { Classification, DocumentContents } from '@polyparse/document'
import { type IndexedReading, indexReading } from '../reading/indexed-reading.ts'
import { type ClassificationOptions, type DecidedRange, toClassifiedRange } from './classified-ranges.ts'
import { type Continuity, continuitiesOf, marksOfPages, surelyGoesOn } from './continuity.ts'
import { clearTitle, decideLabel, type LabelDecision } from './decide.ts'
import { type ClassificationTerms, termsOfLabels } from './label-terms.ts'
import type { ClassificationLabel } from './labels.ts'
import { type PageSupport, supportOfPages } from './page-evidence.ts'
import { type LinedPage, linesOfPages, tellingPages } from './page-lines.ts'

/**
 * Says which label a document has, or each range of its pages, without a model: by titles, and by what is printed on such documents
 * in seven languages. Where too little speaks for any label, or as much for several, the label is null.
 *
 * @example
 * classifyDocument(document, [{ name: 'invoice' }, { name: 'receipt' }]).ranges[0]?.label
 */
export const classifyDocument = (
  document: DocumentContents,
  labels: readonly ClassificationLabel[],
  { by = 'document' }: ClassificationOptions = {},
): Classification => {
  const terms = termsOfLabels(labels)
  const numbers = document.pages.map(({ number }) => number)
  const read = by === 'document' ? { ...document, pages: tellingPages(document.pages) } : document
  const reading = indexReading(read)
  const pages = linesOfPages(read, reading)
  const ranges =
    by === 'document'
      ? [{ ...decideLabel(supportOfPages(pages, reading, terms), terms), pages: numbers }]
      : rangesOfPages(pages, reading, terms)
  return {
    ranges: ranges
      .filter((range) => range.pages.length > 0)
      .map((range) => toClassifiedRange(range, { labels, reading })),
    model: 'local',
    usage: {},
  }
}

/** The pages of several documents in one, divided where another begins. */
const rangesOfPages = (
  pages: readonly LinedPage[],
  reading: IndexedReading,
  terms: ClassificationTerms,
): DecidedRange[] => {
  const ranges: DecidedRange[] = []
  const continuities = continuitiesOf(marksOfPages(pages, reading))
  for (const [index, page] of pages.entries()) {
    const last = ranges.at(-1)
    const support = supportOfPages([page], reading, terms)
    const decision = decideLabel(support, terms)
    const continuity = continuities[index] ?? null
    const isEmpty = page.lines.length === 0
    if (last === undefined) ranges.push({ ...decision, pages: [page.page] })
    else if (isEmpty || (last.label === null && decision.label === null)) last.pages.push(page.page)
    else if (continuity === null || beginsRange(last, { decision, support, continuity }))
      ranges.push({ ...decision, pages: [page.page] })
    else {
      const isSame = decision.label === last.label
      const certainty = Math.max(continuity.begins ? 0 : continuity.certainty, isSame ? decision.confidence : 0)
      last.pages.push(page.page)
      last.confidence = Math.min(last.confidence, certainty)
    }
  }
  return ranges
}

type PageSeen = {
  readonly decision: LabelDecision
  readonly support: PageSupport
  readonly continuity: Continuity
}

/**
 * Tells whether a page begins a range. A page without evidence does not continue the one before: a label would be a
 * guess.
 */
const beginsRange = ({ label }: Pick<DecidedRange, 'label'>, { decision, support, continuity }: PageSeen): boolean => {
  if (continuity.begins) return true
  if (continuity.certainty >= surelyGoesOn || decision.label === label) return false
  if (continuity.certainty === 0 || decision.label !== null) return true
  // The title of a kind that no label means.
  return [...support.others.values()].some(({ title }) => title >= clearTitle)
}
