import type { Block, DocumentContents, TextRun } from '../model.ts'
import { textLines } from './inline.ts'

/** The links inside a document: which blocks they lead to, and what those are called. */
export type References = {
  /** Ids of footnotes by the id of the block that refers to them without a link, and the mark it has there. */
  readonly notesAt: ReadonlyMap<string, ReadonlyMap<string, string>>
  /**
   * The label in Markdown of each footnote to which the text refers, by the id of the footnote. No two labels are
   * alike.
   */
  readonly labels: ReadonlyMap<string, string>
  /** Ids of the blocks that a link leads to. */
  readonly targets: ReadonlySet<string>
  /** The names by which GitHub knows the headings that a link leads to, by their ids. */
  readonly slugs: ReadonlyMap<string, string>
}

export const referencesOf = (document: DocumentContents): References => {
  const blocks = document.pages.flatMap((page) => page.blocks)
  const notes = notesOf(blocks)
  const linked = linkedIds(document)
  const footnotes = new Map(notes.map(({ footnote, mark }) => [footnote, mark]))
  for (const block of blocks)
    if (block.type === 'footnote' && linked.has(block.id)) footnotes.set(block, ownMark.exec(block.text)?.[1] ?? '')
  const targets = new Set([...notes.map(({ footnote }) => footnote.id), ...linked])
  return {
    notesAt: new Map(
      [
        ...Map.groupBy(
          notes.filter(({ isLinked }) => !isLinked),
          ({ reference }) => reference.id,
        ),
      ].map(([id, own]) => [id, new Map(own.map(({ mark, footnote }) => [mark, footnote.id]))]),
    ),
    labels: labelsOf(footnotes),
    targets,
    slugs: linked.size === 0 ? new Map() : slugsOf(blocks, targets),
  }
}

/** The block with links from its marks to the footnotes that they refer to. */
export const withReferences = (block: Block, { notesAt }: References): Block => {
  const notes = notesAt.get(block.id)
  if (block.runs === undefined || notes === undefined) return block
  const runs = block.runs.map((run): TextRun => {
    const note = run.superscript === true && run.href === undefined ? notes.get(run.text.trim()) : undefined
    return note === undefined ? run : { ...run, href: `#${note}` }
  })
  return { ...block, runs }
}

/** A footnote and the block that refers to it, by a mark in superscript, which may be a link. */
export type NoteReference = {
  readonly footnote: Block
  readonly reference: Block
  readonly mark: string
  readonly isLinked: boolean
}

/** A footnote's own mark: a number, a letter or a sign, with or without brackets. */
const markPattern = String.raw`^\s*[[(]?(\d{1,3}|[a-z]|[*†‡§¶]{1,3})[\])]?`
const ownMark = new RegExp(String.raw`${markPattern}(?=[\s.:]|\p{L})`, 'u')
const markAndGap = new RegExp(String.raw`${markPattern}[\s.:]*`, 'u')

/**
 * The footnotes that a block refers to by a link, or an earlier one of the same page by their mark; of several blocks,
 * the last one.
 */
export const notesOf = (blocks: readonly Block[]): NoteReference[] => {
  const references = new Map<string, Block>()
  const notes: NoteReference[] = []
  for (const block of blocks) {
    const mark = block.type === 'footnote' ? ownMark.exec(block.text)?.[1] : undefined
    const linking = references.get(`#${block.id}`)
    const reference = linking ?? references.get(`${block.page} ${mark}`)
    if (mark !== undefined && reference !== undefined)
      notes.push({ footnote: block, reference, mark, isLinked: linking !== undefined })
    else if (block.type !== 'footnote')
      for (const { superscript, text, href } of block.runs ?? [])
        if (superscript === true) references.set(href ?? `${block.page} ${text.trim()}`, block)
  }
  return notes
}

/** A footnote without the mark that it begins with. */
export const withoutMark = <Footnote extends Pick<Block, 'text' | 'runs' | 'blocks'>>(footnote: Footnote): Footnote => {
  const length = markAndGap.exec(footnote.text)?.[0].length ?? 0
  const { runs, blocks, text } = footnote
  const [first, ...more] = blocks ?? []
  return {
    ...footnote,
    text: text.slice(length),
    ...(runs !== undefined && { runs: withoutStart(runs, length) }),
    ...(first !== undefined && {
      blocks: [
        {
          ...first,
          text: first.text.slice(length),
          ...(first.runs !== undefined && { runs: withoutStart(first.runs, length) }),
        },
        ...more,
      ],
    }),
  }
}

const withoutStart = (runs: readonly TextRun[], length: number): TextRun[] => {
  let left = length
  return runs.flatMap((run) => {
    const text = run.text.slice(left)
    left = Math.max(0, left - run.text.length)
    return text === '' ? [] : [{ ...run, text }]
  })
}

/** The mark itself where no other note of the document has it; else with the page, and the place on it. */
const labelsOf = (footnotes: ReadonlyMap<Block, string>): Map<string, string> => {
  const byMark = Map.groupBy(footnotes.values(), (mark) => mark)
  const counts = new Map<number, number>()
  return new Map(
    [...footnotes].map(([{ id, page }, mark]) => {
      const count = (counts.get(page) ?? 0) + 1
      counts.set(page, count)
      const isOwn = byMark.get(mark)?.length === 1 && /^[\da-z]+$/.test(mark)
      return [id, isOwn ? mark : `p${page}-${count}`]
    }),
  )
}

const linkedIds = ({ pages, tables }: DocumentContents): Set<string> => {
  const linked = new Set<string>()
  const add = (runs: readonly TextRun[] = []): void => {
    for (const { href } of runs) if (href?.startsWith('#') === true) linked.add(href.slice(1))
  }
  for (const { runs, blocks = [] } of [
    ...pages.flatMap((page) => page.blocks),
    ...tables.flatMap(({ cells }) => cells.filter((cell) => cell.runs !== undefined || cell.blocks !== undefined)),
  ]) {
    add(runs)
    for (const block of blocks) add(block.runs)
  }
  return linked
}

/** The names by which GitHub knows headings: in small letters, without signs, counted where one comes again. */
const slugsOf = (blocks: readonly Block[], targets: ReadonlySet<string>): Map<string, string> => {
  const counts = new Map<string, number>()
  const slugs = new Map<string, string>()
  for (const { id, type, text } of blocks) {
    if (type !== 'heading' && type !== 'title') continue
    const name = textLines(text)
      .join(' ')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    if (targets.has(id)) slugs.set(id, count === 0 ? name : `${name}-${count}`)
  }
  return slugs
}
