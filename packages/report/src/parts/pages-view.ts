import type { PageAgreement } from '@polyparse/contract'
import { enumeration, many, percent } from '@polyparse/compare/format'
import { anchors, parsedProviders, type ComparedDocument, type ParsedProvider } from '@polyparse/compare/view'
import { htmlText, type Html } from '../html.ts'
import { heatOf } from '@polyparse/compare/view'
import type { LaidOut } from '@polyparse/compare/view'
import { reportHeading } from './elements.ts'
import { viewLimits } from '@polyparse/compare/view'

/** The agreement page by page, with the outliers and links to the texts of each page. */
export const pagesView = (document: ComparedDocument, laidOut: LaidOut | null, level: number): Html | null => {
  const pages = document.result.agreement?.pages ?? []
  const providers = parsedProviders(document)
  if (pages.length === 0 || providers.length < 2) return null
  const linked = new Set(laidOut?.pages.map(({ page }) => page))
  const lowest = lowestOf(pages)
  return htmlText`<section class="strip">
    ${reportHeading(level, 'Page by page', anchors.section(document, 'pages'))}
    <p class="note">
      ${
        lowest === null
          ? `How far each provider agrees with the others on each of ${many(pages.length, 'page')}.`
          : `The readings agree least on page ${lowest.page}: ${percent(lowest.share)}.`
      }
      <span class="key"
        >${providers.map(
          ({ id, hue }) => htmlText`<span><span class="swatch hue-${hue}"></span><bdi>${id}</bdi></span>`,
        )}<span>▲ outlier</span></span
      >
    </p>
    <ol class="tiles${pages.length > viewLimits.largeTiles && ' small'}">
      ${pages.map((page) => htmlText`<li>${tile(document, providers, page, linked.has(page.page))}</li>`)}
    </ol>
  </section>`
}

const meanOf = ({ agreement }: Pick<PageAgreement, 'agreement'>): number | null => {
  const shares = Object.values(agreement)
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** The page with the lowest agreement; null when all pages are about the same. */
const lowestOf = (pages: readonly PageAgreement[]): { page: number; share: number } | null => {
  const known = pages
    .flatMap((page) => {
      const share = meanOf(page)
      return share === null ? [] : [{ page: page.page, share }]
    })
    .toSorted((one, other) => one.share - other.share)
  const [first, last] = [known[0], known.at(-1)]
  return first === undefined || last === undefined || last.share - first.share < viewLimits.minPageSpread ? null : first
}

const tile = (
  document: ComparedDocument,
  providers: readonly ParsedProvider[],
  { page, agreement, outlier, approximate }: PageAgreement,
  isLinked: boolean,
): Html => {
  const share = meanOf({ agreement })
  const bars = providers.map(
    ({ id, hue }) => htmlText`<i class="hue-${hue}" style="--share: ${Math.round((agreement[id] ?? 0) * 100)}%"></i>`,
  )
  const each = providers.flatMap(({ id }) => {
    const own = agreement[id]
    return own === undefined ? [] : `${id} ${percent(own)}`
  })
  const facts = [
    `Page ${page}: ${each.length === 0 ? 'nothing to compare' : enumeration(each)}`,
    outlier !== undefined && `outlier: ${outlier}`,
    approximate === true && 'some parts compared only approximately',
  ]
  const title = facts.filter((part) => part !== false).join('; ')
  const content = htmlText`<span class="top"
      ><b><span class="hidden">Page </span>${page}</b><span>${share === null ? '—' : percent(share)}</span></span
    ><span class="bars" aria-hidden="true">${bars}</span>${
      outlier !== undefined &&
      htmlText`<span class="who">▲ <bdi>${outlier}</bdi><span class="hidden"> is the outlier</span></span>`
    }`
  const classes = `tile ${share === null ? '' : heatOf(share)}`
  return isLinked
    ? htmlText`<a class="${classes}" href="#${anchors.page(document, page)}" title="${title}">${content}</a>`
    : htmlText`<span class="${classes}" title="${title}">${content}</span>`
}
