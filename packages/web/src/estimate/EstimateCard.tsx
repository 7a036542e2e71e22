import { Notice } from '../design/Notice.tsx'
import { formatBytes, formatMoney } from '../design/format.ts'
import { readMessages, useMessages } from '../language/messages.ts'
import type { Estimate, ProviderEstimate, SpendingRefusal } from './estimate.ts'
import './estimate.css'

type EstimateCardProps = { readonly estimated: Estimate | 'counting'; readonly documents: number }

/** Shows what the job will cost at vendors, before they are asked. */
export const EstimateCard = ({ estimated, documents }: EstimateCardProps) => {
  const words = useMessages().estimate
  return (
    <section className="card estimate" aria-labelledby="estimate">
      <h2 id="estimate">{words.title}</h2>
      {estimated === 'counting' ? (
        <p className="muted small" role="status">
          {words.counting}
        </p>
      ) : documents === 0 ? (
        <p className="muted small">{words.perPage(pricesOf(estimated))}</p>
      ) : (
        <EstimateFigures estimated={estimated} />
      )}
    </section>
  )
}

const pricesOf = ({ providers }: Estimate): string =>
  providers.map(({ name, perPage }) => `${name} ${formatMoney(perPage)}`).join(', ')

const EstimateFigures = ({ estimated }: { readonly estimated: Estimate }) => {
  const messages = useMessages()
  const { providers, cost, saved, bySize, unknown, refusals } = estimated
  const words = messages.estimate
  const notes = [
    ...(saved > 0 ? [words.saved(formatMoney(saved))] : []),
    ...(bySize > 0 ? [words.bySize(bySize)] : []),
    ...(unknown > 0 ? [words.unknown(unknown)] : []),
    ...(providers.some(({ atMost }) => atMost) ? [words.escalation] : []),
  ]
  return (
    <>
      {(estimated.pages > 0 || unknown === 0) && (
        <table className="estimate-table">
          <thead className="hidden">
            <tr>
              <th scope="col">{words.provider}</th>
              <th scope="col">{words.pagesAndPrice}</th>
              <th scope="col">{words.cost}</th>
            </tr>
          </thead>
          <tbody>
            {providers.map((each) => (
              <ProviderRow key={each.id} {...each} />
            ))}
          </tbody>
          {providers.length > 1 && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  {words.inAll}
                </th>
                <td>{words.about(formatMoney(cost))}</td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {notes.length > 0 && (
        <ul className="estimate-notes small muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {refusals.map((refusal) => (
        <Notice key={JSON.stringify(refusal)} tone="wait" title={titleOfSpendingRefusal(refusal)}>
          {words.change[refusal.limit]}
        </Notice>
      ))}
    </>
  )
}

const ProviderRow = ({ id, name, pages, perPage, cost, atMost }: ProviderEstimate) => {
  const messages = useMessages()
  return (
    <tr>
      <th scope="row">
        {name} <code className="muted">{id}</code>
      </th>
      <td className="muted">
        {messages.common.pages(pages)} × {formatMoney(perPage)}
      </td>
      <td>{atMost ? messages.estimate.atMost(formatMoney(cost)) : messages.estimate.about(formatMoney(cost))}</td>
    </tr>
  )
}

const titleOfSpendingRefusal = (refusal: SpendingRefusal): string => {
  const { exceeded } = readMessages().estimate
  switch (refusal.limit) {
    case 'paidPagesPerDay':
      return exceeded.paidPagesPerDay(refusal)
    case 'paidCostPerJob':
      return exceeded.paidCostPerJob({
        document: refusal.document,
        cost: formatMoney(refusal.cost),
        maximum: formatMoney(refusal.maximum),
      })
    case 'pagesPerDay':
      return exceeded.pagesPerDay(refusal.maximum)
    case 'pages':
      return exceeded.pages(refusal)
    case 'bytes':
      return exceeded.bytes({ ...refusal, maximum: formatBytes(refusal.maximum) })
  }
}
