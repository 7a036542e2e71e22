import type { ParseResult } from '@polyparse/contract'
import type { ContainedDocument } from '@polyparse/document/schema'
import { formatBytes, formatDuration, formatMoney, formatNumber, formatTime } from '../design/format.ts'
import { readMessages } from '../language/messages.ts'
import { metadataText, qualityText } from './fact-text.ts'
import type { ViewMessages } from '../language/en-views.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'

/** The metadata of the document, and of its processing. */
export const FactsTab = ({ result }: { readonly result: ParseResult }) => {
  const { facts } = useViewMessages().result
  const { outputs, timing, quality, usage, model, provider, pageCount } = result
  const work: [string, string | undefined][] = [
    [facts.provider, provider],
    [facts.model, model],
    [facts.pagesProcessed, formatNumber(pageCount)],
    [facts.duration, formatDuration(timing.durationMs)],
    [facts.completed, formatTime(timing.completedAt)],
    [facts.quality, quality && qualityText(quality)],
    [facts.credits, usage?.credits?.toString()],
    [
      facts.tokens,
      usage?.tokens && facts.tokensInOut(formatNumber(usage.tokens.input), formatNumber(usage.tokens.output)),
    ],
    [
      facts.cost,
      usage?.cost === undefined
        ? undefined
        : `${usage.costIsEstimate === true ? '~' : ''}${formatMoney(usage.cost, usage.currency)}`,
    ],
  ]
  const { sizeBytes, documents = [], ...metadata } = outputs.metadata ?? outputs.json?.metadata ?? {}
  const document: [string, string | undefined][] = [
    ...Object.entries(metadata).map(([name, value]): [string, string] => [
      titleOfMetadataField(name),
      metadataText(name, value),
    ]),
    [facts.size, sizeBytes === undefined ? undefined : formatBytes(sizeBytes)],
  ]
  return (
    <div className="facts">
      <Facts title={facts.document} facts={document} />
      {documents.length > 0 && <Facts title={facts.documentsInIt} facts={documents.map(factOfContainedDocument)} />}
      <Facts title={facts.processing} facts={work} />
    </div>
  )
}

/** A file in an archive or mail: its path, and its pages or why it has none. */
const factOfContainedDocument = ({ path, firstPage, lastPage, error }: ContainedDocument): [string, string] => {
  if (error !== undefined || firstPage === null) return [path, error?.message ?? '']
  return [
    path,
    firstPage === lastPage
      ? readMessages().common.pageNumber(firstPage)
      : readViewMessages().result.pageRange(firstPage, lastPage ?? firstPage),
  ]
}

const Facts = ({
  title,
  facts,
}: {
  readonly title: string
  readonly facts: readonly [string, string | undefined][]
}) => (
  <section>
    <h2>{title}</h2>
    <dl>
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  </section>
)

const isKnown = (name: string): name is keyof ViewMessages['result']['metadata'] =>
  name in readViewMessages().result.metadata

const titleOfMetadataField = (name: string): string =>
  isKnown(name) ? readViewMessages().result.metadata[name] : name.charAt(0).toUpperCase() + name.slice(1)
