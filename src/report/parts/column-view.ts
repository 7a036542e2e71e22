import { anchors, type ComparedDocument } from '../compared-document.ts'
import { decorate, type Decorations, type Stretch } from '../markup/decorate.ts'
import { many } from '../markup/format.ts'
import { html, type Html } from '../markup/html.ts'
import type { Column, PlacedWord } from '../texts/column.ts'
import type { LaidOutColumn } from '../texts/lay-out.ts'
import type { Marks } from '../texts/marks.ts'
import { heading } from './heading.ts'
import { unitView } from './unit-view.ts'

/** More words than this are only pointed at. */
const longestSpot = 12

/** One provider's text of one page, with its differences and disputes marked. */
export const columnView = (
  document: ComparedDocument,
  { provider, column, marks, spots }: LaidOutColumn,
  level: number,
): Html => {
  const content =
    column === null
      ? html`<p class="nothing">It has no such page.</p>`
      : column.units.length === 0
        ? html`<p class="nothing">Nothing was found on this page.</p>`
        : unitsOf(document, column, marks, spots)
  return html`<article class="column hue-${provider.hue}">
    ${heading(level, html`<bdi>${provider.id}</bdi>`)}${content}
  </article>`
}

const unitsOf = (document: ComparedDocument, column: Column, marks: Marks, spots: LaidOutColumn['spots']): Html[] => {
  const decorations = new Map<string, { stretches: Stretch[]; points: { at: number; content: Html }[] }>()
  const at = (unit: number, part: number) => {
    const key = `${unit} ${part}`
    const known = decorations.get(key) ?? { stretches: [], points: [] }
    decorations.set(key, known)
    return known
  }
  for (const { first, last, role } of stretchesOf(column, marks))
    at(first.unit, first.part).stretches.push({ start: first.start, end: last.end, role })
  for (const { number, range, anchor } of spots) {
    const place = placeOf(column, range.start)
    const content = html`<a class="ref" id="${anchor}" href="#${anchors.dispute(document, number)}">${number}</a>`
    if (place !== null) at(place.unit, place.part).points.push({ at: place.at, content })
    // All of a long passage underlined would only hide what differs in it.
    const shown = range.end - range.start > longestSpot ? { start: 0, end: 0 } : range
    for (const { first, last } of runs(column, shown.start, shown.end))
      at(first.unit, first.part).stretches.push({ start: first.start, end: last.end, role: 'spot' })
  }
  for (const [before, count] of marks.gaps) {
    const place = placeOf(column, before)
    if (place !== null) at(place.unit, place.part).points.push({ at: place.at, content: gap(count) })
  }
  const none: Decorations = { stretches: [], points: [] }
  return column.units.map(({ unit, parts }, index) =>
    unitView(
      unit,
      parts.map((text, part) => decorate(text, decorations.get(`${index} ${part}`) ?? none)),
    ),
  )
}

const gap = (count: number): Html =>
  html`<span class="gap" title="${many(count, 'word')} of the others missing here">−${count}</span>`

type Run = { readonly first: PlacedWord; readonly last: PlacedWord }

/** Words that follow each other in one text and are marked alike, together. */
const stretchesOf = (column: Column, { words: marks }: Marks): (Run & { role: Stretch['role'] })[] => {
  const found: { first: PlacedWord; last: PlacedWord; role: Stretch['role']; until: number }[] = []
  for (const [index, word] of column.words.entries()) {
    const role = marks.get(index)
    if (role === undefined) continue
    const before = found.at(-1)
    if (before?.until === index && before.role === role && isSameText(before.last, word))
      Object.assign(before, { last: word, until: index + 1 })
    else found.push({ first: word, last: word, role, until: index + 1 })
  }
  return found
}

/** The words of a range, by the texts they stand in. */
const runs = ({ words }: Column, start: number, end: number): Run[] =>
  words.slice(start, end).reduce<Run[]>((found, word) => {
    const before = found.at(-1)
    if (before !== undefined && isSameText(before.last, word)) found[found.length - 1] = { ...before, last: word }
    else found.push({ first: word, last: word })
    return found
  }, [])

const isSameText = (one: PlacedWord, other: PlacedWord): boolean => one.unit === other.unit && one.part === other.part

/** Before a word; after the last one for the end of the column; null in a column without words. */
const placeOf = ({ words }: Column, index: number): { unit: number; part: number; at: number } | null => {
  const [word, last] = [words[index], words.at(-1)]
  if (word !== undefined) return { unit: word.unit, part: word.part, at: word.start }
  return last === undefined ? null : { unit: last.unit, part: last.part, at: last.end }
}
