import { unitAt, type PageTokens } from './page-tokens.ts'

/** The text of some tokens in its own spelling, with what stands between them. */
export const textOf = (page: PageTokens, start: number, end: number): string => {
  const pieces: string[] = []
  for (let place = start; place < end;) {
    const unit = unitAt(page, place)
    if (unit === undefined) break
    const until = Math.min(end, unit.end)
    pieces.push(unit.text.slice(page.tokens[place]?.start, page.tokens[until - 1]?.end))
    place = until
  }
  return pieces.join(' ').replaceAll(/\s+/g, ' ')
}
