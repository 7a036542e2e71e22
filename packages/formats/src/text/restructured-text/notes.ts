import type { TextRun } from '@polyparse/document'
import type { NamedNotes } from '../../flow/notes.ts'
import { continued, endOfIndented } from '../lightweight/lightweight-lines.ts'
import { inner, type LightweightPlace } from '../lightweight/lightweight-blocks.ts'
import type { RestructuredTextContext, NoteSource } from './restructured-text-context.ts'

const symbols = '*†‡§¶'

/**
 * Footnotes by their names: a number, `#` and a name, or `#1`, `#2` … and `*1`, `*2` … for those without a name, in their
 * order. Those without a number have the next that is free.
 */
export const restructuredTextNotes = (lines: readonly string[]): ReadonlyMap<string, NoteSource> => {
  const found = [...lines.entries()].flatMap(([at, line]) => {
    const [, name, text = ''] = /^\.\. \[(\d{1,9}|[#*][\w.-]{0,60})\]\s*(.*)$/.exec(line) ?? []
    if (name === undefined) return []
    return [{ name, lines: continued(text, lines.slice(at + 1, endOfIndented(lines, at + 1))) }]
  })
  const taken = new Set(found.map(({ name }) => name))
  const keyOf = unnamed()
  const notes = new Map<string, NoteSource>()
  let number = 0
  let symbol = 0
  for (const { name, lines: own } of found) {
    if (name.startsWith('#'))
      do number += 1
      while (taken.has(String(number)))
    if (name === '*') symbol += 1
    const sign = symbols.charAt((symbol - 1) % symbols.length).repeat(Math.ceil(symbol / symbols.length))
    const mark = name.startsWith('#') ? String(number) : name === '*' ? sign : name
    const key = keyOf(name)
    // The first of a name has it; the others are text like any other.
    notes.set(notes.has(key) ? `${key} ${notes.size}` : key, { mark, lines: own })
  }
  return notes
}

/** Gives notes without a name one by their place in the document. */
const unnamed = (): ((name: string) => string) => {
  const counts = new Map<string, number>()
  return (name) => {
    if (name !== '#' && name !== '*') return name.toLowerCase()
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name}${count}`
  }
}

/** The references of the text, in their order, each to its note; a mark alone where there is no such note. */
export const noteReferences = (notes: NamedNotes): ((name: string) => TextRun) => {
  const keyOf = unnamed()
  return (name) => notes.refer(keyOf(name)) ?? { text: name.replace(/^#/, ''), superscript: true }
}

/** A note is read where the text refers to it, but one inside another block in its own place; citations are a list. */
export const restructuredTextFootnote = (
  name: string,
  lines: readonly string[],
  place: LightweightPlace,
  context: RestructuredTextContext,
): void => {
  const { writer } = place
  const isNote = /^(?:\d+|[#*])/.test(name)
  if (isNote && place.depth === 0) return
  writer.flush()
  if (!isNote) writer.name(`[${name.toLowerCase()}]`)
  writer.begin(isNote ? { type: 'footnote' } : { type: 'list_item', level: 1, marker: `[${name}]` })
  if (isNote) writer.add(`${name.replace(/^#/, '')} `)
  context.read(lines, inner(place), context)
  writer.end()
}
