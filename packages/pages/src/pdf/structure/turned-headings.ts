import { type Box, centre, holds, mapBox, union } from '@polyparse/document'
import { type DraftBlock, type DraftCell, textOfCellLine } from '../../paged/draft.ts'
import { makeLines } from '../../layout/layout-lines.ts'
import type { ContentWord } from '../../layout/page-content.ts'
import { joinLines } from '../../language/line-joints.ts'
import type { FramedContent } from './read-content.ts'
import { turnedCells as limits } from './parameters.ts'

/*
 * Puts words that run up or down into the cells that they are in. Narrow columns have their headings written so; laid
 * out with the other turned words of the page they would follow the table, and their cells would be empty.
 */

type Placed = {
  readonly blocks: readonly DraftBlock[]
  /** The turned words that are in no cell. */
  readonly others: readonly FramedContent[]
}

/** The blocks of a page with the turned words that are in empty cells of its tables, and the words that are left. */
export const placeTurnedWords = (blocks: readonly DraftBlock[], turned: readonly FramedContent[]): Placed => {
  const empty = blocks.flatMap(({ table }) =>
    (table?.cells ?? []).flatMap((cell) => (cell.text === '' && cell.box !== null ? [{ cell, box: cell.box }] : [])),
  )
  const words = turned.reduce((sum, { content }) => sum + content.words.length, 0)
  if (empty.length === 0 || words === 0 || empty.length * words > limits.maxComparisons)
    return { blocks, others: turned }
  const filled = new Map<DraftCell, Filling>()
  const others = turned.map((framed) => {
    const toPage = (box: Box): Box => mapBox(framed.frame.fromFrame, box)
    const inCells = Map.groupBy(
      framed.content.words,
      ({ box }) => empty.find((one) => holds(one.box, centre(toPage(box))))?.cell,
    )
    const left = [...(inCells.get(undefined) ?? [])]
    for (const [cell, own] of inCells) {
      if (cell === undefined) continue
      if (filled.has(cell)) for (const word of own) left.push(word)
      else filled.set(cell, { words: own, toPage })
    }
    return { ...framed, content: { ...framed.content, words: left } }
  })
  return { blocks: filled.size === 0 ? blocks : blocks.map((block) => withFilledCells(block, filled)), others }
}

type Filling = { readonly words: readonly ContentWord[]; readonly toPage: (box: Box) => Box }

const withFilledCells = (block: DraftBlock, filled: ReadonlyMap<DraftCell, Filling>): DraftBlock => {
  const { table } = block
  if (table === undefined || !table.cells.some((cell) => filled.has(cell))) return block
  const lines = table.cells.flatMap((cell) => {
    const filling = filled.get(cell)
    return filling === undefined ? [] : linesOf(filling)
  })
  return {
    ...block,
    box: union([block.box, ...lines.map(({ box }) => box)]) ?? block.box,
    lines: [...lines, ...block.lines],
    table: {
      ...table,
      cells: table.cells.map((cell) => {
        const filling = filled.get(cell)
        return filling === undefined ? cell : { ...cell, text: joinLines(linesOf(filling).map(textOfCellLine)) }
      }),
    },
  }
}

const linesOf = ({ words, toPage }: Filling) =>
  makeLines(words).map(({ box, size, words: own }) => ({
    box: toPage(box),
    size,
    words: own.map((word) => ({ ...word, box: toPage(word.box) })),
  }))
