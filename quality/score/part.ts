import { fold } from './fold.ts'

/** Whether a part of a reading is right: hardly a character wrong, and no number. */
export type Judged = { readonly right: boolean; readonly wrongNumbers: number }

const maxErrorShare = 0.02

/** Judges a text by the part of the truth that is most like it; both are folded. */
export const judgeText = (text: string, truth: string): Judged => {
  const { distance, start, end } = nearest(text, truth)
  const numbers = numbersIn(text)
  const missing = numbersIn(truth.slice(...wholeWords(truth, start, end)))
  const wrong = numbers.filter((number) => {
    const index = missing.indexOf(number)
    if (index >= 0) missing.splice(index, 1)
    return index < 0
  })
  const right = distance <= text.length * maxErrorShare && wrong.length === 0 && missing.length === 0
  return { right, wrongNumbers: wrong.length }
}

/**
 * Judges a cell of a table by the rows of the true tables: one has its text, beside the text of another cell of its row
 * if there is any.
 */
export const judgeCell = (text: string, beside: readonly string[], rows: readonly ReadonlySet<string>[]): Judged => {
  const others = beside.filter((other) => other !== '')
  const right = rows.some((row) => row.has(text) && (others.length === 0 || others.some((other) => row.has(other))))
  return { right, wrongNumbers: right ? 0 : numbersIn(text).length }
}

export const numbersIn = (text: string): string[] =>
  fold(text).match(/(?<![\p{L}\p{N}])[-+]?\p{N}[\p{N}.,]*(?<=\p{N})/gu) ?? []

const wholeWords = (text: string, start: number, end: number): [number, number] => {
  let [from, to] = [start, end]
  while (from > 0 && /[^\s]/.test(text[from - 1] ?? ' ') && from < to) from -= 1
  while (to < text.length && /[^\s]/.test(text[to] ?? ' ') && to > from) to += 1
  return [from, to]
}

type Found = { readonly distance: number; readonly start: number; readonly end: number }

/** The part of a text with the smallest edit distance (Sellers). */
export const nearest = (part: string, text: string): Found => {
  const exact = text.indexOf(part)
  if (exact >= 0) return { distance: 0, start: exact, end: exact + part.length }
  let best: Found = { distance: part.length, start: 0, end: 0 }
  let costs = Array.from({ length: part.length + 1 }, (_, index) => ({ distance: index, start: 0 }))
  for (let end = 1; end <= text.length; end += 1) {
    const next = [{ distance: 0, start: end }]
    for (let index = 1; index <= part.length; index += 1) {
      const [replaced, added, left] = [costs[index - 1], costs[index], next[index - 1]]
      if (replaced === undefined || added === undefined || left === undefined) break
      const step = part[index - 1] === text[end - 1] ? 0 : 1
      const options = [
        { ...replaced, distance: replaced.distance + step },
        { ...added, distance: added.distance + 1 },
        { ...left, distance: left.distance + 1 },
      ]
      next.push(options.reduce((least, option) => (option.distance < least.distance ? option : least)))
    }
    costs = next
    const last = costs.at(-1)
    if (last !== undefined && last.distance < best.distance) best = { ...last, end }
  }
  return best
}
