import type { Agreement } from '@polyparse/contract'
import { mean } from '@polyparse/compare/format'
import { CircleCheckIcon, CircleHelpIcon, EyeIcon } from '../design/icons.tsx'
import { formatAgreement, formatNumber } from '../design/format.ts'
import { readViewMessages } from '../language/view-messages.ts'
import { VerdictFigures } from '../compare/VerdictFigures.tsx'
import '../compare/verdict.css'

type RunsVerdictProps = {
  /** True if they are equal to the letter. */
  readonly isSame: boolean
  /** Null if the comparison failed. */
  readonly agreement: Agreement | null
}

/** Shows how much has changed in the reading. */
export const RunsVerdict = ({ isSame, agreement }: RunsVerdictProps) => {
  const { Icon, tone, title, about } = saidOf(isSame, agreement)
  return (
    <section className={`card verdict ${tone}`} aria-labelledby="verdict">
      <div className="verdict-said" role="status">
        <h2 id="verdict" className="verdict-answer">
          <Icon aria-hidden />
          <span>{title}</span>
        </h2>
        <p className="muted">{about}</p>
      </div>
      {agreement !== null && <VerdictFigures figures={figuresOfAgreement(agreement)} />}
    </section>
  )
}

const saidOf = (isSame: boolean, agreement: Agreement | null) => {
  const { verdict } = readViewMessages().runs
  if (isSame) return { Icon: CircleCheckIcon, tone: 'good', title: verdict.same, about: verdict.sameAbout }
  if (agreement === null)
    return { Icon: CircleHelpIcon, tone: 'wait', title: verdict.failed, about: verdict.failedAbout }
  const { overall: share = null, text = 1, order = 1, tables = 1 } = agreement.pairs[0] ?? {}
  const disputes = disputesOf(agreement)
  // Headings are no words: they may differ all the same.
  if (disputes === 0 && Math.min(text, order, tables) === 1)
    return { Icon: CircleCheckIcon, tone: 'good', title: verdict.sameWords, about: verdict.sameWordsAbout }
  return {
    Icon: EyeIcon,
    tone: 'wait',
    title: share === null ? verdict.differ : verdict.agree(formatAgreement(share)),
    about: disputes === 0 ? verdict.onlyMarked : verdict.disputes(disputes),
  }
}

const disputesOf = ({ disputes, omittedDisputeCount }: Agreement): number => disputes.length + omittedDisputeCount

const figuresOfAgreement = (agreement: Agreement): [string, string][] => {
  const viewMessages = readViewMessages()
  const { pages, pairs } = agreement
  const { figures } = viewMessages.runs
  const differing = pages.filter(({ agreement: shares }) => (mean(Object.values(shares)) ?? 1) < 1)
  const [pair] = pairs
  const { parts } = viewMessages.compare
  const shares = (['text', 'order', 'tables', 'headings'] as const).flatMap((part): [string, string][] => {
    const share = pair?.[part]
    return share === undefined ? [] : [[parts[part], formatAgreement(share)]]
  })
  return [
    ...shares,
    [figures.disputes, formatNumber(disputesOf(agreement))],
    [figures.pages, figures.of(differing.length, pages.length)],
  ]
}
