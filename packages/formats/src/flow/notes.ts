import type { TextRun } from '@polyparse/document'
import { holding } from './content.ts'
import { type FlowBlock, flowText } from './flow.ts'

/** Footnotes and endnotes in the order of their references: numbered through the document, and placed at its end. */
export type Notes = {
  /**
   * Adds a note, and returns its reference as a run of the text. What the note says is read after it has its number, so
   * that notes in notes are numbered after it. It has its own mark where the document prints one.
   */
  readonly refer: (read: () => readonly FlowBlock[], mark?: string) => TextRun
  readonly blocks: () => readonly FlowBlock[]
}

export const createNotes = (): Notes => {
  const notes: FlowBlock[] = []
  return {
    blocks: () => notes.filter(({ text }) => text !== ''),
    refer: (read, own) => {
      const index = notes.length
      const mark: TextRun = { text: own ?? String(index + 1), superscript: true }
      const anchor = `note ${index + 1}`
      notes.push({ type: 'footnote', text: '' })
      notes[index] = holding({ type: 'footnote', anchors: [anchor] }, withMark(mark, read()))
      return { ...mark, href: `#${anchor}` }
    },
  }
}

/** Returns what a note says with its mark before it. */
export const withMark = (mark: TextRun, [first, ...more]: readonly FlowBlock[]): readonly FlowBlock[] => {
  if (first?.type !== 'paragraph')
    return [{ type: 'paragraph', ...flowText([mark]) }, ...(first === undefined ? [] : [first]), ...more]
  const { text, runs = [{ text }] } = first
  return [{ ...first, ...flowText([mark, { text: ' ' }, ...runs]) }, ...more]
}

/** Notes that the text refers to by names. */
export type NamedNotes = {
  /** The reference to a note, which is read where the text first refers to it; undefined where there is no such note. */
  readonly refer: (name: string) => TextRun | undefined
  /** Adds the notes that nothing refers to, which are text like any other. */
  readonly addOthers: () => void
}

/** Notes by their names, and how each is read, with the mark that it has in the document, if any. */
export const createNamedNotes = <Note>(
  { refer }: Notes,
  notes: ReadonlyMap<string, Note>,
  read: (note: Note) => readonly FlowBlock[],
  markOf: (note: Note) => string | undefined = () => undefined,
): NamedNotes => {
  const references = new Map<string, TextRun>()
  const referByName: NamedNotes['refer'] = (name) => {
    const known = references.get(name)
    const note = notes.get(name)
    if (known !== undefined || note === undefined) return known
    const reading = (): readonly FlowBlock[] => {
      // A note that refers to itself has no reference there.
      references.set(name, { text: '' })
      return read(note)
    }
    const made = refer(reading, markOf(note))
    references.set(name, made)
    return made
  }
  return {
    refer: referByName,
    addOthers: () => {
      for (const name of notes.keys()) referByName(name)
    },
  }
}
