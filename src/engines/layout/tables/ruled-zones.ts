import type { Rule } from '../page-content.ts'
import type { Zone } from './stream-grid.ts'
import { chunksOf, textOf, textRows, type TextRow } from './text-rows.ts'
import type { WordIndex } from './word-index.ts'

/** In points: lines whose ends are this close to each other's are the lines of one table. */
const sameEnd = 5
const mostRules = 600

/** Where lines of the same width stand above each other, with something other than running text between them. */
export const ruledZones = (rules: readonly Rule[], index: WordIndex): Zone[] => {
  const groups: Rule[][] = []
  for (const rule of rules.filter(({ from, to }) => to - from > 40).slice(0, mostRules)) {
    const group = groups.find(([first]) => first !== undefined && isSameWidth(first, rule))
    if (group === undefined) groups.push([rule])
    else group.push(rule)
  }
  return groups.flatMap((group) => zonesOf(group, rules, index))
}

const isSameWidth = (a: Rule, b: Rule): boolean =>
  Math.abs(a.from - b.from) < sameEnd && Math.abs(a.to - b.to) < sameEnd

const zonesOf = (group: readonly Rule[], rules: readonly Rule[], index: WordIndex): Zone[] => {
  const [left, right] = [Math.min(...group.map(({ from }) => from)), Math.max(...group.map(({ to }) => to))]
  const zones: Zone[] = []
  let run: Rule[] = []
  const end = (): void => {
    const [top, bottom] = [run[0]?.at, run.at(-1)?.at]
    if (top !== undefined && bottom !== undefined && run.length > 1) {
      const words = index.within([left - 4, top - 1, right + 4, bottom + 1])
      const inside = rules.filter(({ at, from, to }) => at > top - 1 && at < bottom + 1 && from > left - 6 && to < right + 6)
      if (words.length > 3) zones.push({ left, right, words, rules: inside, xs: null })
    }
    run = []
  }
  for (const rule of group.toSorted((a, b) => a.at - b.at)) {
    const above = run.at(-1)
    const rows = above === undefined ? [] : textRows(index.within([left - 4, above.at, right + 4, rule.at]))
    if (above !== undefined && isRunningText(rows, right - left)) end()
    run.push(rule)
  }
  end()
  return zones
}

const caption = /^(?:table|figure|fig\.|exhibit|chart|tabelle|tableau|tabla|tabella|abbildung)\s*[\dA-Z]/iu

/** Lines that fill the width without a gap, or what announces the next table. */
const isRunningText = (rows: readonly TextRow[], width: number): boolean => {
  const full = rows.filter((row) => {
    const chunks = chunksOf(row, 0.75)
    const [first] = chunks
    return chunks.length === 1 && first !== undefined && first.to - first.from > width * 0.75
  })
  return (
    (rows.length >= 2 && full.length >= Math.max(2, rows.length * 0.4)) ||
    rows.some(({ words }) => caption.test(textOf(words.slice(0, 3))))
  )
}
