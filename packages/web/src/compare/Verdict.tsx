import { CircleCheck, CircleHelp } from 'lucide-react'
import { duration, grouped, listed, mean, percent } from '@polyparse/compare/format'
import {
  type ComparedDocument,
  meanAgreement,
  noRecommendationReason,
  parsedProviders,
  verdictWithoutRecommendation,
} from '@polyparse/compare/view'
import { ExportButtons } from './ExportButtons.tsx'
import './verdict.css'

/** Which provider to trust with this document and why, or why none is recommended. */
export const Verdict = ({ document }: { readonly document: ComparedDocument }) => {
  const recommendation = document.result.agreement?.recommendation
  return (
    <section className="card verdict" aria-labelledby="verdict">
      <div className="verdict-said">
        <h2 id="verdict" className={recommendation === undefined ? 'verdict-answer' : 'verdict-answer good'}>
          {recommendation === undefined ? <CircleHelp aria-hidden /> : <CircleCheck aria-hidden />}
          <span>
            {recommendation === undefined ? (
              verdictWithoutRecommendation(document)
            ) : (
              <>
                Trust <bdi>{recommendation.provider}</bdi> with this document
              </>
            )}
          </span>
        </h2>
        {recommendation === undefined ? (
          <p className="muted">{noRecommendationReason(document)}</p>
        ) : (
          <ul className="verdict-reasons">
            {recommendation.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <Absent document={document} />
        <ExportButtons document={document} />
      </div>
      <dl className="verdict-figures">
        {figuresOf(document).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The providers without a reading, so that users see that they took part. */
const Absent = ({ document: { providers } }: { readonly document: ComparedDocument }) => {
  const ids = (status: 'failed' | 'unsupported') =>
    providers.filter(({ entry }) => entry.status === status).map(({ id }) => id)
  const [failed, unsupported] = [ids('failed'), ids('unsupported')]
  if (failed.length + unsupported.length === 0) return null
  return (
    <p className="small verdict-absent">
      {failed.length > 0 && `${listed(failed)} failed. `}
      {unsupported.length > 0 &&
        `${listed(unsupported)} ${unsupported.length === 1 ? 'does' : 'do'} not support the document or a requested output.`}
    </p>
  )
}

const figuresOf = (document: ComparedDocument): [string, string][] => {
  const { result, providers, disputes } = document
  const parsed = parsedProviders(document)
  const agreement = mean(parsed.flatMap(({ id }) => meanAgreement(result, id) ?? []))
  const all = disputes.length + (result.agreement?.omittedDisputeCount ?? 0)
  return [
    ['Agreement', agreement === null ? '—' : percent(agreement)],
    ['Disputes', result.agreement === undefined ? '—' : grouped(all)],
    ['Pages', grouped(Math.max(0, ...parsed.map(({ parsed: { pageCount } }) => pageCount)))],
    ['Parsed by', `${parsed.length} of ${providers.length}`],
    ['Time', duration(result.timing.durationMs)],
  ]
}
