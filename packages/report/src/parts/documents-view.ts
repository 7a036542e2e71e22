import { durationText, grouped, enumeration, many, mean } from '@polyparse/compare/format'
import { anchors, meanAgreement, parsedProviders, type ComparedDocument } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { cardsTable, reportHeading, shareBar } from './elements.ts'
import { viewLimits } from '@polyparse/compare/view'

/** Several comparisons: a summary, and a link to each. */
export const overallView = (documents: readonly ComparedDocument[]): Html =>
  htmlText`<section class="overall">
    ${reportHeading(2, 'Overall', 'overall')}
    <p>${together(documents)}</p>
    ${documentsTable(documents)}
  </section>`

const together = (documents: readonly ComparedDocument[]): string => {
  if (documents.length === 0) return 'There is nothing to report: no document was compared.'
  const chosen = Map.groupBy(
    documents.flatMap(({ result }) => result.agreement?.recommendation?.provider ?? []),
    (provider) => provider,
  )
  const counts = [...chosen]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([provider, of]) => `${provider} for ${of.length}`)
  const none = documents.length - [...chosen.values()].flat().length
  const disputes = documents.reduce((sum, { disputes }) => sum + disputes.length, 0)
  const recommended =
    counts.length === 0
      ? `No provider is recommended for any of ${many(documents.length, 'document')}.`
      : `Recommended for the ${many(documents.length, 'document')}: ${enumeration([...counts, ...(none > 0 ? [`none for ${none}`] : [])])}.`
  return `${recommended} There ${disputes === 1 ? 'is' : 'are'} ${many(disputes, 'dispute')} in total.`
}

/** The documents, which is also the table of contents; `more` is an additional column. */
export const documentsTable = (
  documents: readonly ComparedDocument[],
  more: readonly [string, (document: ComparedDocument) => Html | string] | null = null,
): Html | null =>
  documents.length === 0
    ? null
    : cardsTable(
        'Document',
        documents.map((document) => ({
          name: htmlText`<a href="#${anchors.document(document)}"><bdi>${document.name}</bdi></a>`,
          cells: [...cellsOfDocumentRow(document), ...(more === null ? [] : [[more[0], more[1](document)] as const])],
        })),
      )

const cellsOfDocumentRow = (document: ComparedDocument): [string, Html | string][] => {
  const { result, providers, disputes } = document
  const parsed = parsedProviders(document)
  const agreement = mean(parsed.flatMap(({ id }) => meanAgreement(result, id) ?? []))
  const chosen = result.agreement?.recommendation?.provider
  const hue = providers.find(({ id }) => id === chosen)?.hue
  return [
    [
      'Recommended',
      chosen === undefined ? 'none' : htmlText`<span class="swatch hue-${hue ?? 0}"></span><bdi>${chosen}</bdi>`,
    ],
    ['Agreement', agreement === null ? '—' : shareBar(agreement)],
    ['Disputes', grouped(disputes.length + (result.agreement?.omittedDisputeCount ?? 0))],
    ['Pages', grouped(Math.max(0, ...parsed.map(({ parsed }) => parsed.pageCount)))],
    ['Parsed', `${parsed.length} of ${providers.length}`],
    ['Time', durationText(result.timing.durationMs)],
  ]
}

/** The heading of one document among several, with a link back to all of them. */
export const documentHead = ({ name }: ComparedDocument): Html =>
  htmlText`<header>${reportHeading(2, htmlText`<bdi>${name}</bdi>`)}<a href="#overall">All documents</a></header>`

export const documentLinks = (documents: readonly ComparedDocument[]): { href: string; name: string }[] =>
  documents.length > viewLimits.documentLinks
    ? []
    : documents.map((document) => ({ href: anchors.document(document), name: document.name }))
