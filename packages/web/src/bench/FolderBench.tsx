import { NamedProvider } from '../session/NamedProvider.tsx'
import { mean } from '@polyparse/compare/format'
import { heatOf, hueOfProvider } from '@polyparse/compare/view'
import { judgedScores } from '@polyparse/compare/judgements'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Busy } from '../design/Busy.tsx'
import { formatAgreement, formatDuration, formatMoney, formatNumber } from '../design/format.ts'
import { Segments } from '../design/Segments.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { hrefOf } from '../routing/route.ts'
import type { ComparedFigures } from './compared-documents.ts'
import { readingCosts } from './reading-costs.ts'

const ProviderChart = lazy(() =>
  import('./ProviderChart.tsx').then(({ ProviderChart }) => ({ default: ProviderChart })),
)

type FolderBenchRow = ReturnType<typeof readingCosts> & {
  readonly provider: string
  readonly documents: number
  readonly agreement: number | null
  readonly accuracy: number | null
  readonly recommended: number
}

/** All compared documents as one table and one chart. */
export const FolderBench = ({
  documents,
  judged,
}: {
  readonly documents: readonly ComparedFigures[]
  readonly judged: readonly JudgedDocument[]
}) => {
  const viewMessages = useViewMessages()
  const rows = useMemo(() => rowsOfFolderBench(documents, judged), [documents, judged])
  const { bench } = viewMessages.decision
  const hasAccuracy = rows.some(({ accuracy }) => accuracy !== null)
  return (
    <>
      <div className="provider-table-scroll" role="group" aria-label={bench.folder} tabIndex={0}>
        <table className="provider-table">
          <thead>
            <tr>
              <th scope="col">{bench.provider}</th>
              <th scope="col">{bench.agreement}</th>
              {hasAccuracy && <th scope="col">{bench.accuracy}</th>}
              <th scope="col">{bench.cost}</th>
              <th scope="col">{bench.time}</th>
              <th scope="col">{bench.recommended}</th>
              <th scope="col">{bench.documents}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ provider, agreement, accuracy, cost, currency, isEstimate, ...row }) => (
              <tr key={provider} className={`hue-${hueOfProvider(provider)}`}>
                <th scope="row">
                  <span className="swatch" aria-hidden /> <NamedProvider id={provider} />
                </th>
                <td className={agreement === null ? undefined : heatOf(agreement)}>
                  {agreement === null ? '—' : formatAgreement(agreement)}
                </td>
                {hasAccuracy && <td>{accuracy === null ? '—' : formatAgreement(accuracy)}</td>}
                <td>{cost === null ? bench.free : `${isEstimate ? '~' : ''}${formatMoney(cost, currency)}`}</td>
                <td>{row.millisecondsPerPage === null ? '—' : formatDuration(row.millisecondsPerPage)}</td>
                <td>{formatNumber(row.recommended)}</td>
                <td>{formatNumber(row.documents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <FolderChart rows={rows} hasAccuracy={hasAccuracy} />
      <h3>{bench.comparedDocuments}</h3>
      <ul className="bench-documents">
        {documents.map(({ job, name, verdict, disputes }) => (
          <li key={job}>
            <a href={hrefOf(['jobs', job])}>
              <bdi>{name}</bdi>
            </a>
            <span className="small muted">
              {verdict.kind === 'recommended' || verdict.kind === 'rather' ? (
                <NamedProvider id={verdict.provider} />
              ) : (
                viewMessages.decision.verdicts[verdict.kind]
              )}
            </span>
            <span className="small muted">{bench.disputes(disputes)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const rowsOfFolderBench = (
  documents: readonly ComparedFigures[],
  judged: readonly JudgedDocument[],
): FolderBenchRow[] => {
  const jobs = new Set(documents.map(({ job }) => job))
  const scores = judgedScores(judged.filter(({ job }) => job !== undefined && jobs.has(job)))
  const readings = documents.flatMap((document) => document.readings)
  return [...Map.groupBy(readings, ({ provider }) => provider)].map(([provider, of]) => ({
    provider,
    documents: of.length,
    agreement: mean(of.flatMap(({ agreement }) => agreement ?? [])),
    accuracy: scores.find((score) => score.provider === provider)?.accuracy ?? null,
    recommended: documents.filter(({ verdict }) => verdict.kind === 'recommended' && verdict.provider === provider)
      .length,
    ...readingCosts(of),
  }))
}

const axes = ['time', 'cost'] as const
const moneyText = (amount: number): string => (amount === 0 ? '0' : formatMoney(amount))

const FolderChart = ({
  rows,
  hasAccuracy,
}: {
  readonly rows: readonly FolderBenchRow[]
  readonly hasAccuracy: boolean
}) => {
  const messages = useMessages()
  const { bench } = useViewMessages().decision
  const [axis, setAxis] = useState<(typeof axes)[number]>('time')
  const points = useMemo(
    () =>
      rows.flatMap(({ provider, accuracy, agreement, cost, millisecondsPerPage }) => {
        const y = hasAccuracy ? accuracy : agreement
        const x = axis === 'time' ? millisecondsPerPage : (cost ?? 0)
        return x === null || y === null ? [] : [{ provider, x, y }]
      }),
    [rows, hasAccuracy, axis],
  )
  if (points.length < 2) return null
  const yName = hasAccuracy ? bench.accuracy : bench.agreement
  const xName = bench[axis]
  return (
    <div className="bench-chart">
      <Segments
        label={bench.against}
        options={axes.map((value) => ({ value, label: bench[value] }))}
        value={axis}
        onChange={setAxis}
      />
      <Suspense fallback={<Busy>{messages.common.loading}</Busy>}>
        <ProviderChart
          points={points}
          xName={xName}
          yName={yName}
          xText={axis === 'time' ? formatDuration : moneyText}
          yText={formatAgreement}
          label={bench.chart(yName, xName)}
        />
      </Suspense>
    </div>
  )
}
