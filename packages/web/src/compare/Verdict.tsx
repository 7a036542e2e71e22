import { NamedProvider } from '../session/NamedProvider.tsx'
import { CircleCheckIcon, CircleHelpIcon, EyeIcon } from '../design/icons.tsx'
import { mean } from '@polyparse/compare/format'
import {
  type ComparedDocument,
  meanAgreement,
  parsedProviders,
  recommendationGap,
  type ShownVerdict,
  shownVerdict,
} from '@polyparse/compare/view'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'
import { ExportButtons } from './ExportButtons.tsx'
import { formatAgreement, formatDuration, formatList, formatNumber } from '../design/format.ts'
import { VerdictFigures } from './VerdictFigures.tsx'
import './verdict.css'

/** Shows which provider to trust with this document, with what certainty and why, or why none is recommended. */
export const VerdictOfComparison = ({ document }: { readonly document: ComparedDocument }) => {
  const viewMessages = useViewMessages()
  const verdict = shownVerdict(document)
  const { kind, share } = verdict
  const { recommendation, recommendationNote: note } = document.result.agreement ?? {}
  const { Icon, tone } = verdictAppearances[kind]
  return (
    <section className={`card verdict ${tone}`} aria-labelledby="verdict">
      <div className="verdict-said">
        <h2 id="verdict" className="verdict-answer">
          <Icon aria-hidden />
          <span>
            <VerdictSentence verdict={verdict} />
          </span>
        </h2>
        {share !== null && (
          <p className="verdict-share">{viewMessages.decision.decidedBy[kind](formatAgreement(share))}</p>
        )}
        {recommendation === undefined ? (
          <p className="muted">
            {note === undefined ? (
              viewMessages.compare.gaps[recommendationGap(document)]
            ) : (
              <span lang="en">{note}</span>
            )}
          </p>
        ) : (
          <ul className="verdict-reasons">
            {recommendation.reasons.map((reason) => (
              <li key={reason} lang="en">
                {reason}
              </li>
            ))}
          </ul>
        )}
        <Absent document={document} />
        <ExportButtons document={document} />
      </div>
      <VerdictFigures figures={figuresOfComparison(document)} />
    </section>
  )
}

/** No verdict is green but one that can be relied on. */
const verdictAppearances = {
  recommended: { Icon: CircleCheckIcon, tone: 'good' },
  rather: { Icon: EyeIcon, tone: 'wait' },
  any_will_do: { Icon: CircleCheckIcon, tone: 'good' },
  look_yourself: { Icon: EyeIcon, tone: 'wait' },
  not_compared: { Icon: CircleHelpIcon, tone: 'wait' },
} as const

const VerdictSentence = ({ verdict }: { readonly verdict: ShownVerdict }) => {
  const { verdicts } = useViewMessages().decision
  if (verdict.kind !== 'recommended' && verdict.kind !== 'rather') return verdicts[verdict.kind]
  const [before, after] = verdicts[verdict.kind]
  return (
    <>
      {before} <NamedProvider id={verdict.provider} />
      {after}
    </>
  )
}

/** The providers without a reading, so that users see that they took part. */
const Absent = ({ document: { providers } }: { readonly document: ComparedDocument }) => {
  const viewMessages = useViewMessages()
  const ids = (status: 'failed' | 'unsupported') =>
    providers.filter(({ entry }) => entry.status === status).map(({ id }) => id)
  const [failed, unsupported] = [ids('failed'), ids('unsupported')]
  if (failed.length + unsupported.length === 0) return null
  return (
    <p className="small verdict-absent">
      {failed.length > 0 && `${viewMessages.decision.failed(formatList(failed))} `}
      {unsupported.length > 0 && viewMessages.decision.unsupported(formatList(unsupported), unsupported.length)}
    </p>
  )
}

const figuresOfComparison = (document: ComparedDocument): [string, string][] => {
  const { result, providers, disputes } = document
  const parsed = parsedProviders(document)
  const agreement = mean(parsed.flatMap(({ id }) => meanAgreement(result, id) ?? []))
  const all = disputes.length + (result.agreement?.omittedDisputeCount ?? 0)
  const { figures } = readViewMessages().decision
  return [
    [figures.agreement, agreement === null ? '—' : formatAgreement(agreement)],
    [figures.disputes, result.agreement === undefined ? '—' : formatNumber(all)],
    [figures.pages, formatNumber(Math.max(0, ...parsed.map(({ parsed: { pageCount } }) => pageCount)))],
    [figures.parsedBy, figures.of(parsed.length, providers.length)],
    [figures.time, formatDuration(result.timing.durationMs)],
  ]
}
