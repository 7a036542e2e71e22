import { html, type Html } from './html.ts'

/** What is put into a text when it is shown: stretches that are marked, and markup at single places. */
export type Decorations = {
  readonly stretches: readonly Stretch[]
  readonly points: readonly { readonly at: number; readonly content: Html }[]
}

/** Stretches of the same role do not overlap; a `spot` may lie over marks of words. */
export type Stretch = {
  readonly start: number
  readonly end: number
  readonly role: 'alone' | 'some' | 'moved' | 'spot'
}

/** The text with its decorations. A stretch that is cut by another is marked in pieces. */
export const decorate = (text: string, { stretches, points }: Decorations): Html => {
  if (stretches.length === 0 && points.length === 0) return html`${text}`
  const cuts = [0, text.length, ...stretches.flatMap(({ start, end }) => [start, end]), ...points.map(({ at }) => at)]
  const sorted = [...new Set(cuts)].toSorted((one, other) => one - other)
  const pieces: Html[] = []
  for (const [index, start] of sorted.entries()) {
    pieces.push(...points.filter(({ at }) => at === start).map(({ content }) => content))
    const end = sorted[index + 1]
    if (end === undefined) continue
    const roles = stretches.filter((stretch) => stretch.start <= start && stretch.end >= end).map(({ role }) => role)
    pieces.push(piece(text.slice(start, end), new Set(roles)))
  }
  return html`${pieces}`
}

const piece = (text: string, roles: ReadonlySet<Stretch['role']>): Html => {
  const mark = roles.has('alone') ? 'a' : roles.has('moved') ? 'v' : roles.has('some') ? 's' : null
  const marked = mark === null ? html`${text}` : html`<mark class="${mark}">${text}</mark>`
  return roles.has('spot') ? html`<span class="spot">${marked}</span>` : marked
}
