import { type Box, identity, mapBox, mapPoint, type Matrix } from '@polyparse/document'
import type { DraftBlock, Line } from '../../paged/draft.ts'
import type { Character, CharacterLook } from '../../pdfium/character.ts'
import type { PageDrawing } from '../../pdfium/drawings.ts'

export type Direction = CharacterLook['direction']

/** A rotated view of a page in which text of one direction runs to the right and lines follow downwards. */
export type PageTurn = {
  readonly direction: Direction
  readonly width: number
  readonly height: number
  readonly toFrame: Matrix
  readonly fromFrame: Matrix
}

export const frameOfPage = (direction: Direction, width: number, height: number): PageTurn => {
  const frames: Readonly<Record<Direction, Omit<PageTurn, 'direction'>>> = {
    0: { width, height, toFrame: identity, fromFrame: identity },
    90: { width: height, height: width, toFrame: [0, -1, 1, 0, 0, width], fromFrame: [0, 1, -1, 0, width, 0] },
    180: { width, height, toFrame: [-1, 0, 0, -1, width, height], fromFrame: [-1, 0, 0, -1, width, height] },
    270: { width: height, height: width, toFrame: [0, 1, -1, 0, height, 0], fromFrame: [0, -1, 1, 0, 0, height] },
  }
  return { direction, ...frames[direction] }
}

export const turnCharacter = (character: Character, { toFrame }: PageTurn): Character => ({
  ...character,
  box: character.box === null ? null : mapBox(toFrame, character.box),
  origin: mapPoint(toFrame, ...character.origin),
})

export const turnDrawing = (drawing: PageDrawing, { toFrame }: PageTurn): PageDrawing => ({
  ...drawing,
  box: mapBox(toFrame, drawing.box),
})

/** Blocks laid out in a frame, with boxes on the page as displayed. */
export const turnFrameBack = (
  blocks: readonly DraftBlock[],
  { direction, fromFrame }: PageTurn,
): readonly DraftBlock[] => {
  if (direction === 0) return blocks
  const back = (box: Box): Box => mapBox(fromFrame, box)
  const line = (one: Line): Line => ({
    ...one,
    box: back(one.box),
    words: one.words.map((word) => ({ ...word, box: back(word.box) })),
  })
  return blocks.map((block) => ({
    ...block,
    box: back(block.box),
    lines: block.lines.map(line),
    ...(block.table !== undefined && {
      table: {
        ...block.table,
        cells: block.table.cells.map((cell) => ({ ...cell, box: cell.box === null ? null : back(cell.box) })),
      },
    }),
  }))
}
