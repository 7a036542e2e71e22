import { NamedProvider } from '../session/NamedProvider.tsx'
import { useSession } from '../session/session.tsx'
import type { ReactNode } from 'react'
import type { ParseResult } from '@polyparse/contract'
import {
  type ComparedDocument,
  heatOf,
  meanAgreement,
  pageCostOf,
  type ReportedProvider,
  shownVerdict,
} from '@polyparse/compare/view'
import { type JudgedScore, judgedScores } from '@polyparse/compare/judgements'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { formatAgreement, formatDuration, formatMoney, formatNumber } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { hrefOf, useRoute } from '../routing/route.ts'
import '../design/provider-table.css'

/** Shows what each provider is worth with this document: agreement, cost and time a page in one table, and its warnings. */
export const ProviderTable = ({
  document,
  judged,
}: {
  readonly document: ComparedDocument
  /** The judgements on its disputes; null if there are none. */
  readonly judged: JudgedDocument | null
}) => {
  const viewMessages = useViewMessages()
  const scores = judged === null ? [] : judgedScores([judged])
  const { providers } = document
  const { providerTable } = viewMessages.decision
  const slowest = Math.max(0, ...providers.map((provider) => pageTimeOf(provider) ?? 0))
  // A result that is shared does not tell what it has cost, which is not that it was free.
  const tellsCosts = !useSession().isByLink
  const dearest = Math.max(0, ...providers.map((provider) => pageCostOfProvider(provider) ?? 0))
  return (
    <section className="card compare-card" aria-labelledby="outcomes">
      <h2 id="outcomes">{providerTable.title}</h2>
      <div className="provider-table-scroll" role="group" aria-label={providerTable.title} tabIndex={0}>
        <table className="provider-table">
          <thead>
            <tr>
              <th scope="col">{providerTable.provider}</th>
              <th scope="col">{providerTable.agreement}</th>
              {tellsCosts && <th scope="col">{providerTable.cost}</th>}
              <th scope="col">{providerTable.time}</th>
              <th scope="col">{providerTable.outlier}</th>
              {scores.length > 0 && <th scope="col">{providerTable.right}</th>}
            </tr>
          </thead>
          <tbody>
            {providers.map((provider) => (
              <ProviderTableRow
                key={provider.id}
                document={document}
                provider={provider}
                slowest={slowest}
                dearest={dearest}
                tellsCosts={tellsCosts}
              >
                {scores.length > 0 && <Right score={scores.find((score) => score.provider === provider.id)} />}
              </ProviderTableRow>
            ))}
          </tbody>
        </table>
      </div>
      {tellsCosts && dearest === 0 && <p className="small muted provider-table-note">{providerTable.free}</p>}
      {providers.map((provider) => (
        <Warnings key={provider.id} provider={provider} />
      ))}
    </section>
  )
}

const pageTimeOf = ({ entry }: ReportedProvider): number | null =>
  entry.status === 'parsed' ? entry.durationMs / Math.max(1, entry.result.pageCount) : null

const pageCostOfProvider = ({ entry }: ReportedProvider): number | null =>
  entry.status === 'parsed' ? pageCostOf(entry.result) : null

/** Its amount, or `~` and the amount where it is an estimate. */
const pageCostText = (cost: number, { usage }: ParseResult): string =>
  `${usage?.costIsEstimate === true ? '~' : ''}${formatMoney(cost, usage?.currency)}`

type ProviderTableRowProps = {
  readonly document: ComparedDocument
  readonly provider: ReportedProvider
  readonly slowest: number
  readonly dearest: number
  readonly tellsCosts: boolean
  readonly children: ReactNode
}

const Right = ({ score }: { readonly score: JudgedScore | undefined }) => {
  const viewMessages = useViewMessages()
  return <td>{score === undefined ? '—' : viewMessages.decision.rightIn(score.right, score.settled)}</td>
}

const ProviderTableRow = ({ document, provider, slowest, dearest, tellsCosts, children }: ProviderTableRowProps) => {
  const viewMessages = useViewMessages()
  const { id, hue, entry } = provider
  const { providerTable } = viewMessages.decision
  const { result, disputes } = document
  const verdict = shownVerdict(document)
  const agreement = meanAgreement(result, id)
  const outlier = disputes.filter(({ dispute }) => dispute.outlier === id).length
  const time = pageTimeOf(provider)
  const cost = pageCostOfProvider(provider)
  return (
    <tr className={`hue-${hue}`}>
      <th scope="row">
        <Name provider={provider} />
        {verdict.kind === 'recommended' && verdict.provider === id && (
          <span className="chip">{providerTable.recommended}</span>
        )}
      </th>
      {entry.status === 'parsed' ? (
        <>
          <td className={agreement === null ? undefined : heatOf(agreement)}>
            {agreement === null ? '—' : formatAgreement(agreement)}
          </td>
          {tellsCosts && (
            <td>
              <Bar share={dearest === 0 ? 0 : (cost ?? 0) / dearest} />
              {cost === null || cost === 0 ? providerTable.nothing : pageCostText(cost, entry.result)}
            </td>
          )}
          <td>
            <Bar share={slowest === 0 ? 0 : (time ?? 0) / slowest} />
            {formatDuration(time ?? 0)}
          </td>
          <td>{result.agreement === undefined ? '—' : formatNumber(outlier)}</td>
        </>
      ) : (
        <td colSpan={tellsCosts ? 4 : 3} className="provider-table-absent" dir="auto">
          {entry.status === 'unsupported' ? (
            providerTable.unsupported
          ) : (
            <>
              <span lang="en">{entry.error.message}</span>{' '}
              {entry.error.code !== undefined && <code>{entry.error.code}</code>}
            </>
          )}
        </td>
      )}
      {children}
    </tr>
  )
}

/** The provider's name, with a link to its whole reading. */
const Name = ({ provider: { id, entry } }: { readonly provider: ReportedProvider }) => {
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  const name = (
    <>
      <span className="swatch" aria-hidden />
      <span>
        <NamedProvider id={id} />
      </span>
    </>
  )
  if (entry.status !== 'parsed') return <span className="provider-table-name">{name}</span>
  return (
    <a className="provider-table-name" href={hrefOf([...path, id])} title={viewMessages.decision.wholeReading(id)}>
      {name}
    </a>
  )
}

const Bar = ({ share }: { readonly share: number }) => (
  <span className="provider-table-track" aria-hidden>
    {share > 0 && <span style={{ width: `${Math.max(2, share * 100)}%` }} />}
  </span>
)

const maxProviderWarnings = 100

const Warnings = ({ provider: { id, entry } }: { readonly provider: ReportedProvider }) => {
  const viewMessages = useViewMessages()
  if (entry.status !== 'parsed' || entry.result.warnings.length === 0) return null
  const { warnings } = entry.result
  const { page: pageName, warningsOf, more } = viewMessages.decision
  return (
    <details className="small provider-table-warnings">
      <summary>{warningsOf(id, warnings.length)}</summary>
      <ul>
        {warnings.slice(0, maxProviderWarnings).map(({ code, message, page }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the warnings of a result never change
          <li key={index} dir="auto">
            {page !== undefined && <span className="muted">{pageName(page)}: </span>}
            <span lang="en">{message}</span> <code className="muted">{code}</code>
          </li>
        ))}
        {warnings.length > maxProviderWarnings && (
          <li className="muted">{more(warnings.length - maxProviderWarnings)}</li>
        )}
      </ul>
    </details>
  )
}
