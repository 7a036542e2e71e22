import { CircleCheck, CircleHelp } from 'lucide-react'
import {
  agreementOf,
  type ComparedDocument,
  duration,
  grouped,
  listed,
  mean,
  parsedOf,
  percent,
  whyNone,
} from '@polyparse/compare/report'
import { ExportButtons } from './ExportButtons.tsx'
import './verdict.css'

/** What a reader came for: whom to trust with this document and why, or why nobody can be named. */
export const Verdict = ({ document }: { readonly document: ComparedDocument }) => {
  const recommendation = document.result.agreement?.recommendation
  return (
    <section className="card verdict" aria-labelledby="verdict">
      <div className="verdict-said">
        <h2 id="verdict" className={recommendation === undefined ? 'verdict-answer' : 'verdict-answer good'}>
          {recommendation === undefined ? <CircleHelp aria-hidden /> : <CircleCheck aria-hidden />}
          <span>
            {recommendation === undefined ? (
              'No provider stands out'
            ) : (
              <>
                Trust <bdi>{recommendation.provider}</bdi> with this document
              </>
            )}
          </span>
        </h2>
        {recommendation === undefined ? (
          <p className="muted">{whyNone(document)}</p>
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

/** Those that have no reading, so that nobody overlooks that they were asked. */
const Absent = ({ document: { providers } }: { readonly document: ComparedDocument }) => {
  const ids = (status: 'failed' | 'unsupported') =>
    providers.filter(({ entry }) => entry.status === status).map(({ id }) => id)
  const [failed, unsupported] = [ids('failed'), ids('unsupported')]
  if (failed.length + unsupported.length === 0) return null
  return (
    <p className="small verdict-absent">
      {failed.length > 0 && `${listed(failed)} failed. `}
      {unsupported.length > 0 &&
        `${listed(unsupported)} could not be asked: the document or an output is not supported.`}
    </p>
  )
}

const figuresOf = (document: ComparedDocument): [string, string][] => {
  const { result, providers, disputes } = document
  const parsed = parsedOf(document)
  const agreement = mean(parsed.flatMap(({ id }) => agreementOf(result, id) ?? []))
  const all = disputes.length + (result.agreement?.omittedDisputeCount ?? 0)
  return [
    ['Agreement', agreement === null ? '—' : percent(agreement)],
    ['Disputes', result.agreement === undefined ? '—' : grouped(all)],
    ['Pages', grouped(Math.max(0, ...parsed.map(({ parsed: { pageCount } }) => pageCount)))],
    ['Parsed by', `${parsed.length} of ${providers.length}`],
    ['Time', duration(result.timing.durationMs)],
  ]
}
