import { disputeKinds } from '@polyparse/contract'
import { anchors, type ComparedDocument, type NumberedDispute } from '../compared-document.ts'
import { grouped, many } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import type { LaidOut } from '../texts/lay-out.ts'
import { disputeView } from './dispute-view.ts'
import { heading } from './heading.ts'
import { kindNames } from './kinds.ts'

/** So many disputes are in sight; the others are a step away. */
const shownAtOnce = 40

/** With fewer than this nobody needs to choose among them. */
const minToFilter = 6

/** The disputes of a document, most serious first. `most` of them at most; the rest is only counted. */
export const disputesView = (
  document: ComparedDocument,
  laidOut: LaidOut | null,
  level: number,
  most = Infinity,
): Html => {
  const { agreement } = document.result
  const disputes = document.disputes.slice(0, most)
  const leftOut = (agreement?.omittedDisputeCount ?? 0) + document.disputes.length - disputes.length
  const title = heading(level, 'Disputes', anchors.section(document, 'disputes'))
  if (agreement === undefined || disputes.length === 0)
    return html`<section class="disputes">
      ${title}
      <p class="note">
        ${agreement === undefined ? 'The readings were not compared with each other.' : nothing(agreement.pairs.length)}
      </p>
    </section>`
  const items = disputes.map((dispute) => disputeView(document, dispute, laidOut, level + 1))
  const rest = items.slice(shownAtOnce)
  return html`<section class="disputes">
    ${title}
    <p class="note">
      ${many(disputes.length + leftOut, 'place')} where the readings contradict each other, most serious
      first.${leftOut > 0 && ` ${many(leftOut, 'less serious one is', 'less serious ones are')} not listed.`}
    </p>
    ${disputes.length >= minToFilter && filter(document, disputes)}
    <ol>
      ${items.slice(0, shownAtOnce)}
    </ol>
    ${
      rest.length > 0 &&
      html`<details class="rest">
        <summary>Show ${grouped(rest.length)} more</summary>
        <ol start="${shownAtOnce + 1}">
          ${rest}
        </ol>
      </details>`
    }
  </section>`
}

const nothing = (pairs: number): string =>
  pairs === 0
    ? 'There are no two readings that could contradict each other.'
    : 'None: nowhere do the readings contradict each other in what they say.'

/** Works without a script: the style sheet hides what is not chosen. */
const filter = ({ place }: ComparedDocument, disputes: readonly NumberedDispute[]): Html => {
  const counts = new Map(
    disputeKinds.map((kind) => [kind, disputes.filter(({ dispute }) => dispute.kind === kind).length]),
  )
  const choices = disputeKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0
    return count === 0
      ? []
      : [
          html`<label
            ><input type="radio" name="d${place}-kind" value="${kind}" /><span>${kindNames[kind]} ${count}</span></label
          >`,
        ]
  })
  return choices.length < 2
    ? html``
    : html`<fieldset class="filter">
        <legend>Kind</legend>
        <label
          ><input type="radio" name="d${place}-kind" value="all" checked /><span>All ${disputes.length}</span></label
        >${choices}
      </fieldset>`
}
