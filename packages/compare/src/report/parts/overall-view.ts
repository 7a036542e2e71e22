import { agreementOf, anchors, parsedOf, type ComparedDocument } from '../compared-document.ts'
import { duration, grouped, listed, many, mean } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import { cardsTable } from './cards-table.ts'
import { heading } from './heading.ts'
import { shareBar } from './share-bar.ts'

/** Of several comparisons: what they come to together, and the way to each. */
export const overallView = (documents: readonly ComparedDocument[]): Html =>
  html`<section class="overall">
    ${heading(2, 'Overall', 'overall')}
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
      : `Recommended, of ${many(documents.length, 'document')}: ${listed([...counts, ...(none > 0 ? [`none for ${none}`] : [])])}.`
  return `${recommended} In all there ${disputes === 1 ? 'is' : 'are'} ${many(disputes, 'dispute')}.`
}

/** Also the table of contents; `more` is a column that only some reports have. */
export const documentsTable = (
  documents: readonly ComparedDocument[],
  more: readonly [string, (document: ComparedDocument) => Html | string] | null = null,
): Html | null =>
  documents.length === 0
    ? null
    : cardsTable(
        'Document',
        documents.map((document) => ({
          name: html`<a href="#${anchors.document(document)}"><bdi>${document.name}</bdi></a>`,
          cells: [...cellsOf(document), ...(more === null ? [] : [[more[0], more[1](document)] as const])],
        })),
      )

const cellsOf = (document: ComparedDocument): [string, Html | string][] => {
  const { result, providers, disputes } = document
  const parsed = parsedOf(document)
  const agreement = mean(parsed.flatMap(({ id }) => agreementOf(result, id) ?? []))
  const chosen = result.agreement?.recommendation?.provider
  const hue = providers.find(({ id }) => id === chosen)?.hue
  return [
    [
      'Recommended',
      chosen === undefined ? 'none' : html`<span class="swatch hue-${hue ?? 0}"></span><bdi>${chosen}</bdi>`,
    ],
    ['Agreement', agreement === null ? '—' : shareBar(agreement)],
    ['Disputes', grouped(disputes.length + (result.agreement?.omittedDisputeCount ?? 0))],
    ['Pages', grouped(Math.max(0, ...parsed.map(({ parsed }) => parsed.pageCount)))],
    ['Parsed', `${parsed.length} of ${providers.length}`],
    ['Time', duration(result.timing.durationMs)],
  ]
}
