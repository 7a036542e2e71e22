import { NamedProvider } from '../session/NamedProvider.tsx'
import type { PairAgreement } from '@polyparse/contract'
import { type ComparedDocument, heatOf, type ParsedProvider, parsedProviders } from '@polyparse/compare/view'
import './agreement.css'
import { PageStrip } from './PageStrip.tsx'
import { formatAgreement } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** Shows how far each pair of providers agrees, the figures behind it, and the pages on which they differ. */
export const AgreementView = ({ document }: { readonly document: ComparedDocument }) => {
  const viewMessages = useViewMessages()
  const { agreement } = document.result
  if (agreement === undefined || agreement.pairs.length === 0) return null
  return (
    <section className="card compare-card agreement" aria-labelledby="agreement">
      <h2 id="agreement">{viewMessages.compare.agreement}</h2>
      <Matrix providers={parsedProviders(document)} pairs={agreement.pairs} />
      <details className="small">
        <summary>{viewMessages.compare.figuresOfPairs}</summary>
        <Breakdown pairs={agreement.pairs} />
      </details>
      {agreement.pages.length > 1 && <PageStrip pages={agreement.pages} />}
    </section>
  )
}

const Matrix = ({
  providers,
  pairs,
}: {
  readonly providers: readonly ParsedProvider[]
  readonly pairs: readonly PairAgreement[]
}) => {
  const viewMessages = useViewMessages()
  const shareOf = (one: string, other: string): number | undefined =>
    pairs.find(({ providers: both }) => both.includes(one) && both.includes(other))?.overall
  return (
    <div className="agreement-scroll" role="group" aria-label={viewMessages.compare.agreementByPair} tabIndex={0}>
      <table className="agreement-table">
        <caption className="hidden">{viewMessages.compare.overallAgreement}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">{viewMessages.compare.provider}</span>
            </th>
            {providers.map(({ id }) => (
              <th key={id} scope="col">
                <bdi>{id}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {providers.map(({ id, hue }) => (
            <tr key={id}>
              <th scope="row" className={`hue-${hue}`}>
                <span className="swatch" aria-hidden /> <NamedProvider id={id} />
              </th>
              {providers.map(({ id: other }) =>
                id === other ? (
                  <td key={other} className="agreement-self">
                    <span className="hidden">{viewMessages.compare.same}</span>
                  </td>
                ) : (
                  <ShareCell key={other} share={shareOf(id, other)} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ShareCell = ({ share }: { readonly share: number | undefined }) =>
  share === undefined ? <td className="muted">—</td> : <td className={heatOf(share)}>{formatAgreement(share)}</td>

const agreementParts = ['text', 'order', 'tables', 'headings'] as const

const Breakdown = ({ pairs }: { readonly pairs: readonly PairAgreement[] }) => {
  const viewMessages = useViewMessages()
  return (
    <div className="agreement-scroll" role="group" aria-label={viewMessages.compare.figuresOfPairs} tabIndex={0}>
      <table className="agreement-table">
        <thead>
          <tr>
            <th scope="col">{viewMessages.compare.providers}</th>
            {agreementParts.map((part) => (
              <th key={part} scope="col">
                {viewMessages.compare.parts[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ providers: [one, other], ...shares }) => (
            <tr key={`${one} ${other}`}>
              <th scope="row">{viewMessages.compare.pair(<bdi>{one}</bdi>, <bdi>{other}</bdi>)}</th>
              {agreementParts.map((part) => (
                <ShareCell key={part} share={shares[part]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
