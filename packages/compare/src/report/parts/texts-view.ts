import { anchors, type ComparedDocument } from '../compared-document.ts'
import { listed } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import type { LaidOut, LaidOutPage } from '../texts/lay-out.ts'
import { columnView } from './column-view.ts'
import { heading } from './heading.ts'
import { kindNames } from './kinds.ts'

/** More columns than this do not fit side by side on a screen: they are scrolled through. */
const maxColumns = 3

/** More disputes than this need no link above their page: they stand in it. */
const maxChips = 12

/** The texts side by side, page by page. */
export const textsView = (document: ComparedDocument, laidOut: LaidOut, level: number): Html => {
  const id = anchors.section(document, 'texts')
  const title = heading(level, 'Texts side by side', id)
  const outputs = [...new Set(laidOut.outputs.values())]
  if (laidOut.outputs.size === 0)
    return html`<section class="texts">
      ${title}
      <p class="note">No provider parsed the document, so there is no text to show.</p>
    </section>`
  if (outputs.every((output) => output === null))
    return html`<section class="texts">
      ${title}
      <p class="note">
        The comparison was made without an output that has text (it asked for ${listed(document.result.outputs)}), so
        there is nothing to show side by side. Ask for <code>json</code>, <code>pages</code>, <code>markdown</code> or
        <code>text</code> to see the texts.
      </p>
    </section>`
  return html`<section class="texts">
    ${title}${legend(laidOut)}${laidOut.pages.map((page) => pageView(document, page, level + 1))}
  </section>`
}

const legend = ({ outputs }: LaidOut): Html => {
  const shown = [...new Set([...outputs.values()].filter((output) => output !== null))]
  const compared = outputs.size > 1
  return html`<div class="legend">
    <p>
      From the ${shown.length === 1 ? 'output' : 'outputs'} ${listed(shown)}.
      ${
        compared
          ? 'Case, punctuation and kinds of quotes and dashes are not counted as differences; page headers and footers are shown, but not compared.'
          : 'There is only one text, so nothing is marked in it.'
      }
    </p>
    ${
      compared &&
      html`<ul>
        <li><mark class="a">only here</mark> no other provider has these words</li>
        ${outputs.size > 2 && html`<li><mark class="s">not everywhere</mark> some of the others lack them</li>`}
        <li><mark class="v">elsewhere</mark> the others have them in another place</li>
        <li><span class="gap">−3</span> so many words of the others are missing here</li>
        <li><span class="spot">disputed</span> with the number of the dispute</li>
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
    html`<ul class="chips" aria-label="Disputes of this part">
      ${disputed.slice(0, maxChips).map((number) => chip(document, number))}${
        disputed.length > maxChips && html`<li>and ${disputed.length - maxChips} more</li>`
      }
    </ul>`
  return html`<section class="page" id="${id}">
    <header>${heading(level, name)}${chips}</header>
    <div
      class="columns${columns.length > maxColumns && ' many'}"
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
  return html`<li>
    <a href="#${anchors.dispute(document, number)}">${number}<span> ${kind !== undefined && kindNames[kind]}</span></a>
  </li>`
}
