import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { linesOf } from '../../flow/content.ts'
import { withoutBold } from '../office-text.ts'
import { type CellShape, type Row, tableOf } from './table.ts'

export type ParagraphLook = {
  readonly styleName: string
  /** From 0; null for text that is not a heading. */
  readonly outlineLevel: number | null
  readonly listLevel: number
  readonly inTable: boolean
}

/** Where text goes: the body, a note, a header. It makes a block of each paragraph that ends. */
export type Sink = {
  add(run: TextRun): void
  /** `alternative` is the text that stands for the picture. */
  addPicture(data: Uint8Array, alternative?: string): void
  setMarker(marker: string): void
  endParagraph(look: ParagraphLook): void
  endCell(look: ParagraphLook): void
  endRow(shapes: readonly CellShape[], header: boolean): void
  /** Ends a table that is open, so that one that follows is another. */
  endTable(): void
  finish(look: ParagraphLook): readonly FlowBlock[]
}

export const createSink = (): Sink => {
  const blocks: FlowBlock[] = []
  let stretches: TextRun[] = []
  let pictures: FlowBlock[] = []
  let marker: string | null = null
  let rows: Row[] = []
  let texts: string[] = []
  let inCell: FlowBlock[] = []

  /** A row without its end, or a cell without its own, is one all the same; paragraphs without any cell are text. */
  const endOpenRow = (): void => {
    if (texts.length > 0) {
      if (inCell.length > 0) texts.push(linesOf(inCell))
      rows.push({ texts, shapes: [], header: false })
      for (const block of inCell.filter(({ type }) => type === 'picture')) blocks.push(block)
    } else for (const block of inCell) blocks.push(block)
    texts = []
    inCell = []
  }
  const endTable = (): void => {
    if (rows.length > 0) for (const table of tableOf(rows)) blocks.push(table)
    rows = []
  }
  const takeParagraph = (look: ParagraphLook): FlowBlock[] => {
    const taken = [...blockOf(stretches, marker, look), ...pictures]
    stretches = []
    pictures = []
    marker = null
    return taken
  }
  const endParagraph = (look: ParagraphLook): void => {
    const taken = takeParagraph(look)
    if (!look.inTable && taken.length > 0) {
      endOpenRow()
      endTable()
    }
    for (const block of taken) (look.inTable ? inCell : blocks).push(block)
  }
  return {
    add: (run) => stretches.push(run),
    addPicture: (data, alternative = '') => pictures.push({ type: 'picture', text: alternative, picture: { data } }),
    setMarker: (text) => {
      marker = text
    },
    endParagraph,
    endCell: (look) => {
      for (const block of takeParagraph(look)) inCell.push(block)
      texts.push(linesOf(inCell))
      for (const picture of inCell.filter(({ type }) => type === 'picture')) blocks.push(picture)
      inCell = []
    },
    endRow: (shapes, header) => {
      if (texts.length > 0) rows.push({ texts, shapes, header })
      texts = []
    },
    endTable: () => {
      endOpenRow()
      endTable()
    },
    finish: (look) => {
      endParagraph({ ...look, inTable: look.inTable && texts.length > 0 })
      endOpenRow()
      endTable()
      return blocks
    },
  }
}

const blockOf = (stretches: readonly TextRun[], marker: string | null, look: ParagraphLook): FlowBlock[] => {
  const text = stretches.map((stretch) => stretch.text).join('')
  if (text.trim() === '') return []
  if (look.styleName === 'title') return [{ type: 'title', ...flowText(withoutBold(stretches)) }]
  if (look.outlineLevel !== null) {
    const number = marker === null || marker === '•' ? [] : [{ text: `${marker} ` }]
    return [
      {
        type: 'heading',
        level: Math.min(look.outlineLevel + 1, 6),
        ...flowText([...number, ...withoutBold(stretches)]),
      },
    ]
  }
  if (look.styleName === 'caption') return [{ type: 'caption', ...flowText(withoutBold(stretches)) }]
  if (marker !== null) return [{ type: 'list_item', level: look.listLevel + 1, marker, ...flowText(stretches) }]
  if (stretches.every((stretch) => stretch.code === true || stretch.text.trim() === ''))
    return [{ type: 'code', text: text.trimEnd() }]
  return [{ type: 'paragraph', ...flowText(stretches) }]
}
