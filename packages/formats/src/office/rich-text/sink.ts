import { type FlowBlock, type FlowComment, type FlowRun, flowText } from '../../flow/flow.ts'
import type { Placed } from '../../flow/gather.ts'
import { addMarks, noMarks, takeMarks, withMarks } from '../marks.ts'
import { withoutBold } from '../office-text.ts'
import type { StyleRole } from '../style-names.ts'
import type { RichTextListItem } from './rich-text-lists.ts'
import { openTables } from './open-tables.ts'
import type { CellShape } from './rich-text-table.ts'

export type ParagraphLook = {
  readonly isTitle: boolean
  readonly role: StyleRole | undefined
  /** The level from 0; null for text that is not a heading. */
  readonly outlineLevel: number | null
  /** Takes the place in the list to which it belongs, with the marker that is printed; null where it has none. */
  readonly takeItem: (printed: string | null) => RichTextListItem | null
  /** The indent of the text from the left margin, in twentieths of a point. */
  readonly indent: number
  /** The number of tables that it is in. */
  readonly depth: number
}

/** A destination of text: the body, a note, a header. It makes a block of each paragraph that ends. */
export type RichTextSink = {
  add(run: FlowRun): void
  /** `alternative` is the text that describes the picture. */
  addPicture(data: Uint8Array, alternative?: string): void
  addAnchor(name: string): void
  addComment(comment: FlowComment): void
  setMarker(marker: string): void
  endParagraph(look: ParagraphLook): void
  endCell(look: ParagraphLook): void
  endRow(depth: number, shapes: readonly CellShape[], header: boolean): void
  /** Ends the tables that are open, so that one that follows is another. */
  endTables(): void
  finish(look: ParagraphLook): readonly FlowBlock[]
  /** Returns, after the end, the comments that are in no block. */
  rest(): readonly FlowComment[]
}

export const createRichTextSink = (): RichTextSink => {
  const tables = openTables()
  const marks = noMarks()
  let stretches: FlowRun[] = []
  let pictures: Placed[] = []
  let marker: string | null = null

  const takeParagraph = (look: ParagraphLook): Placed[] => {
    const own = takeMarks(marks)
    const [first, ...more] = [...placedText(stretches, marker, look), ...pictures]
    stretches = []
    pictures = []
    marker = null
    if (first !== undefined) return [{ ...first, block: withMarks(first.block, own) }, ...more]
    addMarks(marks, own)
    return []
  }
  const endParagraph = (look: ParagraphLook): void => {
    const taken = takeParagraph(look)
    if (look.depth > 0 || taken.length > 0) tables.add(taken, look.depth)
  }
  return {
    add: (run) => stretches.push(run),
    addPicture: (data, alternative = '') =>
      pictures.push({ block: { type: 'picture', text: alternative, picture: { data } } }),
    addAnchor: (name) => marks.anchors.push(name),
    addComment: (comment) => marks.comments.push(comment),
    setMarker: (text) => {
      marker = text
    },
    endParagraph,
    endCell: (look) => {
      tables.add(takeParagraph(look), look.depth)
      tables.endCell(look.depth)
    },
    endRow: tables.endRow,
    endTables: () => tables.add([], 0),
    finish: (look) => {
      endParagraph({ ...look, depth: tables.cellCount() > 0 ? look.depth : 0 })
      return tables.finish()
    },
    rest: () => takeMarks(marks).comments,
  }
}

const placedText = (stretches: readonly FlowRun[], printed: string | null, look: ParagraphLook): Placed[] => {
  const text = stretches.map((stretch) => stretch.text).join('')
  if (text.trim() === '') return []
  const unstyled = withoutBold(stretches)
  if (look.isTitle) return [{ block: { type: 'title', ...flowText(unstyled) } }]
  const formulas = stretches.filter(({ formula }) => formula === true)
  if (formulas.length > 0 && stretches.every(({ text: own, formula }) => formula === true || own.trim() === ''))
    return formulas.map((one): Placed => ({ block: { type: 'formula', text: one.text } }))
  const item = look.takeItem(printed)
  if (look.outlineLevel !== null) {
    const marker = item?.marker ?? printed ?? ''
    const number = marker === '' || marker === '•' ? [] : [{ text: `${marker} ` }]
    const level = Math.min(look.outlineLevel + 1, 6)
    return [{ block: { type: 'heading', level, ...flowText([...number, ...unstyled]) } }]
  }
  if (look.role === 'caption') return [{ block: { type: 'caption', ...flowText(unstyled) } }]
  const place = look.indent > 0 ? { indent: look.indent } : {}
  if (item !== null && item.marker !== null)
    return [{ ...place, block: { type: 'list_item', ...item, marker: item.marker, ...flowText(stretches) } }]
  const within = item === null ? {} : { within: item.level }
  return [{ ...place, ...within, block: blockOfRtfParagraph(stretches, look) }]
}

const blockOfRtfParagraph = (stretches: readonly FlowRun[], { role }: ParagraphLook): FlowBlock => {
  const text = stretches.map((stretch) => stretch.text).join('')
  if (role === 'code' || stretches.every((stretch) => stretch.code === true || stretch.text.trim() === ''))
    return { type: 'code', text: text.trimEnd() }
  return { type: role === 'quote' ? 'quote' : 'paragraph', ...flowText(stretches) }
}
