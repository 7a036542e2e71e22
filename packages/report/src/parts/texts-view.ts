import { enumeration } from '@polyparse/compare/format'
import { anchors, type ComparedDocument } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { kindNames } from '@polyparse/compare/view'
import type { LaidOut, LaidOutPage } from '@polyparse/compare/view'
import { columnView } from './column-view.ts'
import { reportHeading } from './elements.ts'
import { viewLimits } from '@polyparse/compare/view'

/** The texts side by side, page by page. */
export const textsView = (document: ComparedDocument, laidOut: LaidOut, level: number): Html => {
  const id = anchors.section(document, 'texts')
  const title = reportHeading(level, 'Texts side by side', id)
  const outputs = [...new Set(laidOut.outputs.values())]
  if (laidOut.outputs.size === 0)
    return htmlText`<section class="texts">
      ${title}
      <p class="note">No provider parsed the document, so there is no text to show.</p>
    </section>`
  if (outputs.every((output) => output === null))
    return htmlText`<section class="texts">
      ${title}
      <p class="note">
        The comparison was requested without an output that has text (only ${enumeration(document.result.outputs)}), so there
        is nothing to show side by side. Request <code>json</code>, <code>pages</code>, <code>markdown</code> or
        <code>text</code> to see the texts.
      </p>
    </section>`
  return htmlText`<section class="texts">
    ${title}${legend(laidOut)}${laidOut.pages.map((page) => pageView(document, page, level + 1))}
  </section>`
}

const legend = ({ outputs }: LaidOut): Html => {
  const used = [...new Set([...outputs.values()].filter((output) => output !== null))]
  const compared = outputs.size > 1
  return htmlText`<div class="legend">
    <p>
      From the ${used.length === 1 ? 'output' : 'outputs'} ${enumeration(used)}.
      ${
        compared
          ? 'Case, punctuation and the style of quotes and dashes do not count as differences. Page headers and footers are shown but not compared.'
          : 'There is only one text, so nothing is marked in it.'
      }
    </p>
    ${
      compared &&
      htmlText`<ul>
        <li><mark class="a">only here</mark> no other provider has these words</li>
        ${outputs.size > 2 && htmlText`<li><mark class="s">not everywhere</mark> some providers do not have these words</li>`}
        <li><mark class="v">elsewhere</mark> the others have these words in another place</li>
        <li><span class="gap">−3</span> number of words of the others that are missing here</li>
        <li><span class="spot">disputed</span> a dispute, with its number</li>
      </ul>`
    }
  </div>`
}

const pageView = (document: ComparedDocument, page: LaidOutPage, level: number): Html => {
  const { columns } = page
  const name = page.page === null ? 'Whole document' : `Page ${page.page}`
  const id = anchors.page(document, page.page)
  const disputed = [...new Set(columns.flatMap(({ spots }) => spots.map(({ number }) => number)))].toSorted(
    (one, other) => one - other,
  )
  const chips =
    disputed.length > 0 &&
    htmlText`<ul class="chips" aria-label="Disputes of this part">
      ${disputed.slice(0, viewLimits.disputeLinks).map((number) => chip(document, number))}${
        disputed.length > viewLimits.disputeLinks &&
        htmlText`<li>and ${disputed.length - viewLimits.disputeLinks} more</li>`
      }
    </ul>`
  return htmlText`<section class="page" id="${id}">
    <header>${reportHeading(level, name)}${chips}</header>
    <div
      class="columns${columns.length > viewLimits.columns && ' many'}"
      style="--columns: ${columns.length}"
      role="group"
      aria-label="Texts of ${name}"
      tabindex="0"
    >
      ${columns.map((column) => columnView(document, column, level + 1))}
    </div>
  </section>`
}

const chip = (document: ComparedDocument, number: number): Html => {
  const kind = document.disputes[number - 1]?.dispute.kind
  return htmlText`<li>
    <a href="#${anchors.dispute(document, number)}">${number}<span> ${kind !== undefined && kindNames[kind]}</span></a>
  </li>`
}
