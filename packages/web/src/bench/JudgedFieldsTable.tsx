import { hueOfProvider } from '@polyparse/compare/view'
import { judgedFieldScores } from '@polyparse/compare/judgements'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { formatAgreement, formatNumber } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { NamedProvider } from '../session/NamedProvider.tsx'

/** Shows who has how many of the settled values of schemas right, wrong and not at all. */
export const JudgedFieldsTable = ({ documents }: { readonly documents: readonly JudgedDocument[] }) => {
  const { bench } = useViewMessages().decision
  const scores = judgedFieldScores(documents).toSorted((one, other) => other.share - one.share)
  if (scores.length === 0) return null
  return (
    <div className="provider-table-scroll" role="group" aria-label={bench.fields} tabIndex={0}>
      <table className="provider-table">
        <caption>{bench.fields}</caption>
        <thead>
          <tr>
            <th scope="col">{bench.provider}</th>
            <th scope="col">{bench.right}</th>
            <th scope="col">{bench.wrong}</th>
            <th scope="col">{bench.missing}</th>
            <th scope="col">{bench.documents}</th>
          </tr>
        </thead>
        <tbody>
          {scores.map(({ provider, right, missing, settled, share, shareInterval: [low, high], documents: of }) => (
            <tr key={provider} className={`hue-${hueOfProvider(provider)}`}>
              <th scope="row">
                <span className="swatch" aria-hidden /> <NamedProvider id={provider} />
              </th>
              <td>
                {bench.of(right, settled)}{' '}
                <span className="muted">
                  ({formatAgreement(share)}; {bench.interval(formatAgreement(low), formatAgreement(high))})
                </span>
              </td>
              <td>{formatNumber(settled - right - missing)}</td>
              <td>{formatNumber(missing)}</td>
              <td>{formatNumber(of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
