import type { ParseResult } from '@polyparse/contract'
import type { ContainedDocument } from '@polyparse/document/schema'
import { money } from '@polyparse/compare/format'
import { formatBytes, formatDuration, formatNumber, formatTime } from '../design/format.ts'

/** The metadata of the document, and of its processing. */
export const FactsTab = ({ result }: { readonly result: ParseResult }) => {
  const { outputs, timing, quality, usage, model, provider, pageCount } = result
  const work: [string, string | undefined][] = [
    ['Provider', provider],
    ['Model', model],
    ['Pages processed', formatNumber(pageCount)],
    ['Duration', formatDuration(timing.durationMs)],
    ['Completed', formatTime(timing.completedAt)],
    ['Quality', quality && `${quality.score}${quality.scale === undefined ? '' : ` on ${quality.scale}`}`],
    ['Credits', usage?.credits?.toString()],
    ['Tokens', usage?.tokens && `${formatNumber(usage.tokens.input)} in, ${formatNumber(usage.tokens.output)} out`],
    [
      'Cost',
      usage?.cost === undefined
        ? undefined
        : `${usage.costIsEstimate === true ? '~' : ''}${money(usage.cost, usage.currency)}`,
    ],
  ]
  const { sizeBytes, documents = [], ...metadata } = outputs.metadata ?? outputs.json?.metadata ?? {}
  const document: [string, string | undefined][] = [
    ...Object.entries(metadata).map(([name, value]): [string, string] => [titleOf(name), String(value)]),
    ['Size', sizeBytes === undefined ? undefined : formatBytes(sizeBytes)],
  ]
  return (
    <div className="facts">
      <Facts title="Document" facts={document} />
      {documents.length > 0 && <Facts title="Documents in it" facts={documents.map(placeOf)} />}
      <Facts title="Processing" facts={work} />
    </div>
  )
}

/** A file in an archive or mail: its path, and its pages or why it has none. */
const placeOf = ({ path, firstPage, lastPage, error }: ContainedDocument): [string, string] => {
  if (error !== undefined || firstPage === null) return [path, error?.message ?? '']
  return [path, firstPage === lastPage ? `Page ${firstPage}` : `Pages ${firstPage}–${lastPage}`]
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

const titles: Readonly<Record<string, string>> = {
  mimeType: 'Media type',
  documentPageCount: 'Pages',
  createdAt: 'Created',
  modifiedAt: 'Modified',
}

const titleOf = (name: string): string => titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
