import { childOf, elementsIn, isOn, valueOf, type XmlElement } from '../../xml/element.ts'
import { formatListNumber } from '../format-number.ts'
import type { NumberingReference } from './styles.ts'

/** Counts through the lists of a document. */
export type Numbering = {
  /** The next item's marker and depth (from 1); null where the reference is broken or removes numbering. */
  next(reference: NumberingReference): { readonly marker: string; readonly level: number } | null
}

type Level = {
  readonly start: number
  readonly format: string
  /** With `%1` for the number of the first level. */
  readonly text: string
  readonly restartAfter: number | null
  readonly legal: boolean
}

type List = {
  /** Lists of one definition continue counting. */
  readonly kind: string
  readonly levels: ReadonlyMap<number, Level>
  readonly restarts: ReadonlyMap<number, number>
}

const maxLevel = 8

/** The lists of a document (ISO/IEC 29500-1, 17.9). */
export const readNumbering = (root: XmlElement | undefined): Numbering => {
  const lists = readLists(root)
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()

  const advance = (id: string, list: List, depth: number): number[] => {
    const numbers = counts.get(list.kind) ?? []
    counts.set(list.kind, numbers)
    if (!begun.has(id)) {
      begun.add(id)
      for (const [level, start] of list.restarts) numbers[level] = start - 1
    }
    const level = list.levels.get(depth)
    numbers[depth] = (numbers[depth] ?? (level?.start ?? 1) - 1) + 1
    for (let deeper = depth + 1; deeper <= maxLevel; deeper += 1) {
      const below = list.levels.get(deeper)
      if (below !== undefined && (below.restartAfter ?? deeper) > depth) numbers[deeper] = below.start - 1
    }
    return numbers
  }

  return {
    next: ({ id, level: given = 0 }) => {
      const list = id === undefined ? undefined : lists.get(id)
      const depth = Math.min(Math.max(given, 0), maxLevel)
      const level = list?.levels.get(depth)
      if (id === undefined || list === undefined || level === undefined) return null
      if (level.format === 'bullet') return { marker: '•', level: depth + 1 }
      return { marker: markerOf(level, list, advance(id, list, depth)), level: depth + 1 }
    },
  }
}

const markerOf = (level: Level, list: List, numbers: readonly number[]): string =>
  level.text
    .replaceAll(/%([1-9])/g, (_, digit: string) => {
      const depth = Number(digit) - 1
      const format = level.legal ? 'decimal' : (list.levels.get(depth)?.format ?? 'decimal')
      return formatListNumber(numbers[depth] ?? list.levels.get(depth)?.start ?? 1, format)
    })
    .trim()

const readLists = (root: XmlElement | undefined): Map<string, List> => {
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
    elementsIn(root, 'w:num').map((num): [string, List] => {
      const named = valueOf(num, 'w:abstractNumId') ?? ''
      const link = valueOf(kinds.get(named), 'w:numStyleLink')
      const kind = (link === undefined ? undefined : byStyle.get(link)) ?? named
      const levels = new Map(elementsIn(kinds.get(kind), 'w:lvl').map(readLevel))
      const restarts = new Map<number, number>()
      for (const override of elementsIn(num, 'w:lvlOverride')) {
        const level = Number(override.attributes['w:ilvl'] ?? 0)
        const replaced = childOf(override, 'w:lvl')
        if (replaced !== undefined) levels.set(level, readLevel(replaced)[1])
        const start = Number.parseInt(valueOf(override, 'w:startOverride') ?? '', 10)
        if (!Number.isNaN(start)) restarts.set(level, start)
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
      start: Number.parseInt(valueOf(level, 'w:start') ?? '1', 10) || 0,
      format: valueOf(level, 'w:numFmt') ?? 'decimal',
      text: valueOf(level, 'w:lvlText') ?? '',
      restartAfter: Number.isNaN(restart) ? null : restart,
      legal: isOn(childOf(level, 'w:isLgl')),
    },
  ]
}
