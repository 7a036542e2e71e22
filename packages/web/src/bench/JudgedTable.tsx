import { NamedProvider } from '../session/NamedProvider.tsx'
import { hueOfProvider } from '@polyparse/compare/view'
import { type JudgedScore, judgedScores } from '@polyparse/compare/judgements'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { formatAgreement, formatDuration, formatList, formatMoney, formatNumber } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { readingCosts } from './reading-costs.ts'

/** Shows how right each provider is, by what was settled, and what it costs and takes a page. */
export const JudgedTable = ({ documents }: { readonly documents: readonly JudgedDocument[] }) => {
  const { bench } = useViewMessages().decision
  const scores = judgedScores(documents).toSorted((one, other) => other.share - one.share)
  const [best] = scores
  const rivals = scores.filter((score) => best !== undefined && score.shareInterval[1] >= best.shareInterval[0])
  return (
    <>
      <p className="bench-summary">
        {bench.summary(documents.length)}{' '}
        {scores.map(({ provider, accuracy, share }, index) => (
          <span key={provider}>
            {index > 0 && ', '}
            <NamedProvider id={provider} /> <b>{formatAgreement(accuracy ?? share)}</b>
          </span>
        ))}
      </p>
      <div className="provider-table-scroll" role="group" aria-label={bench.title} tabIndex={0}>
        <table className="provider-table">
          <thead>
            <tr>
              <th scope="col">{bench.provider}</th>
              <th scope="col" title={bench.accuracyHint}>
                {bench.accuracy}
              </th>
              <th scope="col">{bench.right}</th>
              <th scope="col">{bench.documents}</th>
              <th scope="col">{bench.cost}</th>
              <th scope="col">{bench.time}</th>
            </tr>
          </thead>
          <tbody>
            {scores.map((score) => (
              <JudgedTableRow key={score.provider} score={score} documents={documents} />
            ))}
          </tbody>
        </table>
      </div>
      {rivals.length > 1 && (
        <p className="small">{bench.overlap(formatList(rivals.map(({ provider }) => provider)))}</p>
      )}
      <p className="small muted bench-explanation">{bench.explanation}</p>
    </>
  )
}

type JudgedTableRowProps = {
  readonly score: JudgedScore
  readonly documents: readonly JudgedDocument[]
}

const JudgedTableRow = ({ score, documents }: JudgedTableRowProps) => {
  const viewMessages = useViewMessages()
  const { provider, accuracy, accuracyInterval, settled, right, share, shareInterval } = score
  const { bench } = viewMessages.decision
  const { cost, currency, isEstimate, millisecondsPerPage } = readingCosts(
    documents.flatMap(({ readings }) => readings.filter((reading) => reading.provider === provider)),
  )
  const interval = ([low, high]: readonly [number, number]) =>
    bench.interval(formatAgreement(low), formatAgreement(high))
  return (
    <tr className={`hue-${hueOfProvider(provider)}`}>
      <th scope="row">
        <span className="swatch" aria-hidden /> <NamedProvider id={provider} />
      </th>
      <td>
        {accuracy === null || accuracyInterval === null ? (
          '—'
        ) : (
          <>
            <b>{formatAgreement(accuracy)}</b> <span className="muted">({interval(accuracyInterval)})</span>
          </>
        )}
      </td>
      <td>
        {bench.of(right, settled)}{' '}
        <span className="muted">
          ({formatAgreement(share)}; {interval(shareInterval)})
        </span>
      </td>
      <td>{formatNumber(score.documents)}</td>
      <td>{cost === null ? bench.free : `${isEstimate ? '~' : ''}${formatMoney(cost, currency)}`}</td>
      <td>{millisecondsPerPage === null ? '—' : formatDuration(millisecondsPerPage)}</td>
    </tr>
  )
}
