import { itemAt } from '@polyparse/document/items'
import { lineOfMark } from '../lightweight/lightweight-lines.ts'
import type { OrgReader } from './org-context.ts'

const orgFootnotePattern = /^\[fn:([\w-]{1,60})\]\s*(.*)$/

/**
 * The lines of footnotes by their names, wherever in the document they are.
 * @example [...orgNotes(['[fn:1] A note.']).keys()] // ['1']
 */
export const orgNotes = (lines: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const notes = new Map<string, readonly string[]>()
  for (let at = 0; at < lines.length; at += 1) {
    const line = itemAt(lines, at)
    const [, kind] = /^\s*#\+begin_(src|example|export|comment)\b/i.exec(line) ?? []
    if (kind !== undefined) at = Math.max(at, lineOfMark(lines, at + 1, `#+end_${kind.toLowerCase()}`))
    const [, name, text = ''] = orgFootnotePattern.exec(line) ?? []
    if (name === undefined) continue
    // The first of a name has it; the others are text like any other.
    const key = notes.has(name) ? `${name} ${notes.size}` : name
    notes.set(key, [text, ...lines.slice(at + 1, endOfNote(lines, at + 1))])
  }
  return notes
}

/** A note ends before the next one, before a heading, and at two blank lines (Org Manual, 12.10). */
const endOfNote = (lines: readonly string[], from: number): number => {
  let end = from
  while (end < lines.length && !/^(?:\[fn:|\*+\s)/.test(itemAt(lines, end))) {
    if (lines[end] === '' && lines[end + 1] === '') break
    end += 1
  }
  return end
}

/** A note is read where the text refers to it. */
export const orgFootnote: OrgReader = (lines, at, { depth }, { notes }) => {
  const name = orgFootnotePattern.exec(itemAt(lines, at))?.[1]
  return depth > 0 || name === undefined || !notes.has(name) ? null : endOfNote(lines, at + 1)
}
