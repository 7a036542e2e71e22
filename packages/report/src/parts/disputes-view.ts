import { disputeKinds } from '@polyparse/contract'
import { grouped, many } from '@polyparse/compare/format'
import { anchors, type ComparedDocument, type NumberedDispute } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { kindNames } from '@polyparse/compare/view'
import type { LaidOut } from '@polyparse/compare/view'
import { disputeView } from './dispute-view.ts'
import { reportHeading } from './elements.ts'
import { viewLimits } from '@polyparse/compare/view'

/** The disputes of a document, most severe first. At most `max` are shown; the rest is only counted. */
export const disputesView = (
  document: ComparedDocument,
  laidOut: LaidOut | null,
  level: number,
  max = Infinity,
): Html => {
  const { agreement } = document.result
  const disputes = document.disputes.slice(0, max)
  const omitted = (agreement?.omittedDisputeCount ?? 0) + document.disputes.length - disputes.length
  const title = reportHeading(level, 'Disputes', anchors.section(document, 'disputes'))
  if (agreement === undefined || disputes.length === 0)
    return htmlText`<section class="disputes">
      ${title}
      <p class="note">
        ${agreement === undefined ? 'The readings were not compared with each other.' : describeNoDisputes(agreement.pairs.length)}
      </p>
    </section>`
  const items = disputes.map((dispute) => disputeView(document, dispute, laidOut, level + 1))
  const rest = items.slice(viewLimits.disputesAtOnce)
  return htmlText`<section class="disputes">
    ${title}
    <p class="note">
      ${many(disputes.length + omitted, 'place')} where the readings contradict each other, most severe
      first.${omitted > 0 && ` ${many(omitted, 'less severe one is', 'less severe ones are')} not listed.`}
    </p>
    ${disputes.length >= viewLimits.minDisputesToFilter && filter(document, disputes)}
    <ol>
      ${items.slice(0, viewLimits.disputesAtOnce)}
    </ol>
    ${
      rest.length > 0 &&
      htmlText`<details class="rest">
        <summary>Show ${grouped(rest.length)} more</summary>
        <ol start="${viewLimits.disputesAtOnce + 1}">
          ${rest}
        </ol>
      </details>`
    }
  </section>`
}

const describeNoDisputes = (pairs: number): string =>
  pairs === 0 ? 'There are no two readings to compare.' : 'None: the readings do not contradict each other.'

/** Works without a script: the style sheet hides the other kinds. */
const filter = ({ place }: ComparedDocument, disputes: readonly NumberedDispute[]): Html => {
  const counts = new Map(
    disputeKinds.map((kind) => [kind, disputes.filter(({ dispute }) => dispute.kind === kind).length]),
  )
  const choices = disputeKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0
      ? []
      : [
          htmlText`<label
            ><input type="radio" name="d${place}-kind" value="${kind}" /><span>${kindNames[kind]} ${count}</span></label
          >`,
        ]
  })
  return choices.length < 2
    ? htmlText``
    : htmlText`<fieldset class="filter">
        <legend>Kind</legend>
        <label
          ><input type="radio" name="d${place}-kind" value="all" checked /><span>All ${disputes.length}</span></label
        >${choices}
      </fieldset>`
}
