import type { ParseResult } from '@polyparse/contract'
import type { ReactNode } from 'react'
import { formatDuration, formatList, formatMoney, formatNumber, formatShare, formatTime } from '../design/format.ts'
import { useRemembered } from '../job-data/remembered.ts'
import { readMessages, useMessages } from '../language/messages.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'
import { optionsText } from './options-text.ts'
import { hrefOfReading } from '../routing/run-ref.ts'
import type { ReadRun } from './useRun.ts'

/** Shows by what and how the document was read, before and after; what differs is marked. */
export const RunFacts = ({ before, after }: { readonly before: ReadRun; readonly after: ReadRun }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const remembered = useRemembered()
  const { facts } = viewMessages.runs
  const optionsOf = ({ run, result }: ReadRun): string | null => {
    const text = optionsText(remembered[run.job], result.provider)
    return text === '' ? facts.noOptions : text
  }
  const [options, otherOptions] = [optionsOf(before), optionsOf(after)]
  return (
    <section className="card compare-card" aria-labelledby="run-facts">
      <h2 id="run-facts">{facts.title}</h2>
      <div className="provider-table-scroll" role="group" aria-label={facts.title} tabIndex={0}>
        <table className="run-facts">
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">{facts.fact}</span>
              </th>
              <RunFactsHead hue={0} run={before}>
                {viewMessages.runs.before}
              </RunFactsHead>
              <RunFactsHead hue={1} run={after}>
                {viewMessages.runs.after}
              </RunFactsHead>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{facts.readAt}</th>
              <ReadAt result={before.result} />
              <ReadAt result={after.result} />
            </tr>
            {factsOfRunResult(before.result).map(([name, value], index) => (
              <Fact key={name} name={name} values={[value, factsOfRunResult(after.result)[index]?.[1] ?? null]} />
            ))}
            {(options !== null || otherOptions !== null) && (
              <Fact
                name={facts.options}
                values={[options ?? facts.optionsUnknown, otherOptions ?? facts.optionsUnknown]}
              />
            )}
            <tr>
              <th scope="row">{messages.jobs.took}</th>
              <td>{formatDuration(before.result.timing.durationMs)}</td>
              <td>{formatDuration(after.result.timing.durationMs)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

const RunFactsHead = ({
  hue,
  run,
  children,
}: {
  readonly hue: number
  readonly run: ReadRun
  readonly children: ReactNode
}) => {
  const viewMessages = useViewMessages()
  return (
    <th scope="col" className={`hue-${hue}`}>
      <a href={hrefOfReading(run.run)} title={viewMessages.runs.wholeReading}>
        <span className="swatch" aria-hidden /> {children}
      </a>
    </th>
  )
}

const ReadAt = ({ result: { timing } }: { readonly result: ParseResult }) => (
  <td>
    <time dateTime={timing.startedAt}>{formatTime(timing.startedAt)}</time>
  </td>
)

/** Those whose difference says something; null for what does not apply. */
const factsOfRunResult = ({
  provider,
  model,
  outputs,
  pageCount,
  quality,
  warnings,
  usage,
}: ParseResult): [string, string | null][] => {
  const messages = readMessages()
  const { facts } = readViewMessages().runs
  return [
    [messages.jobs.provider, provider],
    [facts.model, model ?? null],
    [facts.outputs, formatList(Object.keys(outputs).toSorted())],
    [messages.jobs.pages, formatNumber(pageCount)],
    [facts.quality, quality === undefined ? null : qualityText(quality)],
    [facts.warnings, formatNumber(warnings.length)],
    [messages.jobs.cost, usage?.cost === undefined || usage.cost === 0 ? null : costText(usage.cost, usage)],
  ]
}

const qualityText = ({ score, scale }: NonNullable<ParseResult['quality']>): string =>
  scale === '0-1' ? formatShare(score) : `${formatNumber(score)} (${scale ?? ''})`

const costText = (cost: number, { currency, costIsEstimate }: NonNullable<ParseResult['usage']>): string =>
  `${costIsEstimate === true ? '~' : ''}${formatMoney(cost, currency)}`

const Fact = ({
  name,
  values: [before, after],
}: {
  readonly name: string
  readonly values: readonly [string | null, string | null]
}) => {
  const viewMessages = useViewMessages()
  if (before === null && after === null) return null
  const isChanged = before !== after
  return (
    <tr className={isChanged ? 'is-changed' : undefined}>
      <th scope="row">
        {name}
        {isChanged && <span className="hidden"> ({viewMessages.runs.facts.changed})</span>}
      </th>
      <td dir="auto">{before ?? '–'}</td>
      <td dir="auto">{after ?? '–'}</td>
    </tr>
  )
}
