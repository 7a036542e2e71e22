import { childOf, elementsIn, isOn, valueOf, type XmlElement } from '../../xml/element.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { formatListNumber, numberingOf } from '../../flow/list-number.ts'
import { leftIndent, type NumberingReference } from './styles.ts'

/** Counts through the lists of a document. */
export type WordprocessingNumbering = {
  /** The next item; null where the reference is broken or removes numbering. */
  next(reference: NumberingReference): NumberedItem | null
}

/** The place of an item in its list: its depth from 1, and how far its text is indented. */
export type NumberedItem = Pick<FlowBlock, 'numbering'> & {
  /** '' where the item before it goes on. */
  readonly marker: string
  readonly level: number
  readonly indent?: number
}

export type Level = {
  readonly start: number
  readonly format: string
  /** The text, with `%1` for the number of the first level. */
  readonly text: string
  readonly restartAfter: number | null
  readonly legal: boolean
  readonly indent: number | undefined
  /** The paragraph style that is tied to the level. */
  readonly style: string | undefined
}

export type WordprocessingList = {
  /** Lists of one definition continue counting. */
  readonly kind: string
  readonly levels: ReadonlyMap<number, Level>
  /** The levels that restart with the first item of the list. */
  readonly restarts: ReadonlySet<number>
}

const maxLevel = 8

/** The lists of a document (ISO/IEC 29500-1, 17.9). */
export const readNumbering = (root: XmlElement | undefined): WordprocessingNumbering => createNumbering(readLists(root))

/** Counts through lists by their ids. */
export const createNumbering = (lists: ReadonlyMap<string, WordprocessingList>): WordprocessingNumbering => {
  /** The last number of each level; undefined where the next one begins. */
  const counts = new Map<string, (number | undefined)[]>()
  const begun = new Set<string>()

  const advance = (id: string, list: WordprocessingList, depth: number): (number | undefined)[] => {
    const numbers = counts.get(list.kind) ?? []
    counts.set(list.kind, numbers)
    if (!begun.has(id)) {
      begun.add(id)
      for (const level of list.restarts) numbers[level] = undefined
    }
    const startOf = (level: number): number => list.levels.get(level)?.start ?? 1
    const last = numbers[depth]
    numbers[depth] = last === undefined ? startOf(depth) : last + 1
    // A level that is skipped counts as if it had begun.
    for (let upper = 0; upper < depth; upper += 1) numbers[upper] ??= startOf(upper)
    for (let deeper = depth + 1; deeper <= maxLevel; deeper += 1) {
      const below = list.levels.get(deeper)
      if (below !== undefined && (below.restartAfter ?? deeper) > depth) numbers[deeper] = undefined
    }
    return numbers
  }

  return {
    next: ({ id, level: given, style }) => {
      const list = id === undefined ? undefined : lists.get(id)
      const depth = Math.min(Math.max(given ?? levelOfStyle(list, style), 0), maxLevel)
      const level = list?.levels.get(depth)
      if (id === undefined || list === undefined || level === undefined) return null
      const place = { level: depth + 1, ...(level.indent !== undefined && { indent: level.indent }) }
      if (level.format === 'bullet') return { ...place, marker: bulletOf(level) }
      const numbers = advance(id, list, depth)
      const marker = markerOfDocxListLevel(level, list, numbers)
      return { ...place, marker, ...numberingOf(marker, numbers[depth] ?? 0, level.legal ? 'decimal' : level.format) }
    },
  }
}

const levelOfStyle = (list: WordprocessingList | undefined, style: string | undefined): number =>
  style === undefined ? 0 : ([...(list?.levels ?? [])].find(([, level]) => level.style === style)?.[0] ?? 0)

/** Bullets are alike but boxes to tick, and one of white space, as some programs have it where an item goes on. */
const bulletOf = ({ text }: Level): string => {
  if (/^\s+$/.test(text)) return ''
  return /^[\u2610-\u2612]$/.test(text) ? text : '•'
}

const markerOfDocxListLevel = (
  level: Level,
  list: WordprocessingList,
  numbers: readonly (number | undefined)[],
): string =>
  level.text
    .replaceAll(/%([1-9])/g, (_, digit: string) => {
      const depth = Number(digit) - 1
      const format = level.legal ? 'decimal' : (list.levels.get(depth)?.format ?? 'decimal')
      return formatListNumber(numbers[depth] ?? list.levels.get(depth)?.start ?? 1, format)
    })
    .trim()

const readLists = (root: XmlElement | undefined): Map<string, WordprocessingList> => {
  const kinds = new Map(
    elementsIn(root, 'w:abstractNum').map((kind) => [kind.attributes['w:abstractNumId'] ?? '', kind]),
  )
  const byStyle = new Map(
    [...kinds].flatMap(([id, kind]): [string, string][] => {
      const style = valueOf(kind, 'w:styleLink')
      return style === undefined ? [] : [[style, id]]
    }),
  )
  return new Map(
    elementsIn(root, 'w:num').map((num): [string, WordprocessingList] => {
      const named = valueOf(num, 'w:abstractNumId') ?? ''
      const link = valueOf(kinds.get(named), 'w:numStyleLink')
      const kind = (link === undefined ? undefined : byStyle.get(link)) ?? named
      const levels = new Map(elementsIn(kinds.get(kind), 'w:lvl').map(readLevel))
      const restarts = new Set<number>()
      for (const override of elementsIn(num, 'w:lvlOverride')) {
        const level = Number(override.attributes['w:ilvl'] ?? 0)
        const replaced = childOf(override, 'w:lvl')
        if (replaced !== undefined) levels.set(level, readLevel(replaced)[1])
        const start = Number.parseInt(valueOf(override, 'w:startOverride') ?? '', 10)
        const described = levels.get(level)
        if (Number.isNaN(start) || described === undefined) continue
        restarts.add(level)
        levels.set(level, { ...described, start })
      }
      return [num.attributes['w:numId'] ?? '', { kind, levels, restarts }]
    }),
  )
}

const readLevel = (level: XmlElement): [number, Level] => {
  const restart = Number.parseInt(valueOf(level, 'w:lvlRestart') ?? '', 10)
  return [
    Number(level.attributes['w:ilvl'] ?? 0),
    {
      // Word begins at 0 if the list does not say (17.9.25).
      start: Number.parseInt(valueOf(level, 'w:start') ?? '0', 10) || 0,
      format: valueOf(level, 'w:numFmt') ?? 'decimal',
      text: valueOf(level, 'w:lvlText') ?? '',
      restartAfter: Number.isNaN(restart) ? null : restart,
      legal: isOn(childOf(level, 'w:isLgl')),
      indent: leftIndent(childOf(level, 'w:pPr')),
      style: valueOf(level, 'w:pStyle'),
    },
  ]
}
