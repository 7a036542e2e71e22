import type { ProviderEntry } from '@polyparse/contract'
import { duration, grouped, many, percent } from '@polyparse/compare/format'
import {
  type ComparedDocument,
  meanAgreement,
  pageCostOf,
  pageCostText,
  pageTimeText,
  type ReportedProvider,
} from '@polyparse/compare/view'
import { hrefOf, useRoute } from '../routing/route.ts'
import './outcomes.css'

/** The result of each provider: time and cost as bars, agreement, and warnings. */
export const Outcomes = ({ document }: { readonly document: ComparedDocument }) => {
  const { providers, result } = document
  const maxDuration = Math.max(1, ...providers.map(({ entry }) => entry.durationMs))
  const maxCost = Math.max(0, ...providers.map(({ entry }) => costOf(entry) ?? 0))
  const chosen = result.agreement?.recommendation?.provider
  return (
    <section className="card compare-card" aria-labelledby="outcomes">
      <h2 id="outcomes">Providers</h2>
      <ul className="outcomes">
        {providers.map((provider) => (
          <li key={provider.id} className={`outcome hue-${provider.hue % 10}`}>
            <div className="outcome-head">
              <Name provider={provider} />
              {provider.id === chosen && <span className="chip good">recommended</span>}
              {provider.entry.status !== 'parsed' && (
                <span className={provider.entry.status === 'failed' ? 'chip bad' : 'chip'}>
                  {provider.entry.status}
                </span>
              )}
            </div>
            <Bar
              label="Time"
              share={provider.entry.durationMs / maxDuration}
              text={duration(provider.entry.durationMs)}
              note={provider.entry.status === 'parsed' ? `${pageTimeText(provider.entry)} a page` : undefined}
            />
            {maxCost > 0 && <Cost entry={provider.entry} maxCost={maxCost} />}
            <Facts document={document} provider={provider} />
          </li>
        ))}
      </ul>
      {maxCost === 0 && (
        <p className="small muted outcomes-note">No provider charges for this document, as far as is known.</p>
      )}
    </section>
  )
}

/** The provider's name, with a link to its whole reading. */
const Name = ({ provider: { id, entry } }: { readonly provider: ReportedProvider }) => {
  const { path } = useRoute()
  const name = (
    <>
      <span className="swatch" aria-hidden />
      <bdi>{id}</bdi>
    </>
  )
  return entry.status === 'parsed' ? (
    <a className="outcome-name" href={hrefOf([...path, id])} title={`The whole reading of ${id}`}>
      {name}
    </a>
  ) : (
    <span className="outcome-name">{name}</span>
  )
}

const Bar = ({
  label,
  share,
  text,
  note,
}: {
  readonly label: string
  readonly share: number
  readonly text: string
  readonly note?: string | undefined
}) => (
  <p className="outcome-bar" title={note}>
    <span className="muted">{label}</span>
    <span className="outcome-track" aria-hidden>
      <span style={{ width: `${Math.max(1, share * 100)}%` }} />
    </span>
    <span className="outcome-value">{text}</span>
  </p>
)

const costOf = (entry: ProviderEntry): number | null => (entry.status === 'parsed' ? pageCostOf(entry.result) : null)

const Cost = ({ entry, maxCost }: { readonly entry: ProviderEntry; readonly maxCost: number }) => {
  if (entry.status !== 'parsed') return null
  const cost = costOf(entry)
  const text = cost === null || cost === 0 ? 'free' : pageCostText(entry.result)
  return <Bar label="Cost" share={(cost ?? 0) / maxCost} text={text} note={`${text} a page`} />
}

const Facts = ({
  document,
  provider: { id, entry },
}: {
  readonly document: ComparedDocument
  readonly provider: ReportedProvider
}) => {
  if (entry.status === 'failed')
    return (
      <p className="small outcome-error" dir="auto">
        {entry.error.message} {entry.error.code !== undefined && <code>{entry.error.code}</code>}
      </p>
    )
  if (entry.status === 'unsupported')
    return <p className="small muted">It does not support this kind of document, or one of the requested outputs.</p>
  const agreement = meanAgreement(document.result, id)
  const outlier = document.disputes.filter(({ dispute }) => dispute.outlier === id).length
  const { warnings, quality } = entry.result
  const cost = costOf(entry)
  const facts = [
    `takes ${pageTimeText(entry)}${cost === null ? '' : ` and costs ${pageCostText(entry.result)}`} a page`,
    agreement !== null && `agrees ${percent(agreement)}`,
    document.result.agreement !== undefined &&
      (outlier === 0 ? 'is never the outlier' : `is the outlier in ${many(outlier, 'dispute')}`),
    quality !== undefined &&
      `rates itself ${quality.score}${quality.scale === undefined ? '' : ` of ${quality.scale.replace(/^.*-/, '')}`}`,
  ].filter((fact) => fact !== false)
  return (
    <>
      {facts.length > 0 && <p className="small muted">{facts.join(', ')}</p>}
      {warnings.length > 0 && (
        <details className="small outcome-warnings">
          <summary>{many(warnings.length, 'warning')}</summary>
          <ul>
            {warnings.slice(0, maxWarnings).map(({ code, message, page }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the warnings of a result never change
              <li key={index} dir="auto">
                {page !== undefined && <span className="muted">Page {page}: </span>}
                {message} <code className="muted">{code}</code>
              </li>
            ))}
            {warnings.length > maxWarnings && (
              <li className="muted">and {grouped(warnings.length - maxWarnings)} more</li>
            )}
          </ul>
        </details>
      )}
    </>
  )
}

const maxWarnings = 100
