import { union } from '@polyparse/document'
import { markerOf } from '../../language/list-markers.ts'
import { isCode } from '../../layout/paragraphs.ts'
import type { TextLine } from '../../layout/lines.ts'
import type { DraftBlock } from '../../paged/draft.ts'
import { columnsOf } from './lines.ts'
import type { Piece } from './piece.ts'

/** A piece as a block, or as one for each column that it runs through. Typewritten text is no program. */
export const toBlocks = ({ type, words, level, marker, table }: Piece, isTypewritten: boolean): DraftBlock[] => {
  const columns = columnsOf(words)
  if (table !== undefined) {
    const lines = columns.flat()
    const box = union(lines.map((line) => line.box))
    return box === null ? [] : [{ type, box, lines, table, known: true }]
  }
  const all = columns.flat()
  const isProgram = !isTypewritten && type === 'paragraph' && all.every(isCode) && (all.length > 1 || isLong(all))
  return columns.flatMap((lines, column): DraftBlock[] => {
    const box = union(lines.map((line) => line.box))
    if (box === null) return []
    const item = type === 'list_item' ? itemOf(lines, column === 0 ? (marker ?? null) : '') : { lines }
    return [
      {
        type: isProgram ? 'code' : type,
        box,
        ...item,
        ...(level !== undefined && { level }),
        known: true,
      },
    ]
  })
}

/** Where the tree has no label, it may stand at the start of the text. */
const itemOf = (lines: readonly TextLine[], label: string | null): Pick<DraftBlock, 'lines' | 'marker'> => {
  const [first, ...rest] = lines
  if (label === '' || first === undefined) return { lines }
  if (label !== null) return { lines, marker: label.replaceAll(/\p{Co}/gu, '•') }
  const found = markerOf(first)
  if (found === null) return { lines }
  const words = first.words.slice(1)
  const box = union(words.map((word) => word.box)) ?? first.box
  return { lines: [{ ...first, box, words }, ...rest], marker: found.text.replaceAll(/\p{Co}/gu, '•') }
}

/** A word or two in letters of one width are a name, not a program. */
const isLong = (lines: readonly TextLine[]): boolean => lines.some(({ words }) => words.length > 2)
