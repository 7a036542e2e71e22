import type { Block, BlockType, Box, TextRun } from '@polyparse/document'
import type { AnswerBlock } from '../answer.ts'
import { nonEmpty, pageNumberType, placedTable, type Place } from '../answer-blocks.ts'
import { inlinePicture } from '../fetch-pictures.ts'
import { gridTable } from '../grid-table.ts'
import type { Table, Text } from './answer-shape.ts'
import type { Found } from './tree.ts'

/** The place of something on a page of this height; boxes are already measured from the top left. */
export type Position = { readonly box: Box | null; readonly height: number }

export const blockOf = (found: Found, position: Position): AnswerBlock[] => {
  const place = { box: position.box }
  switch (found.kind) {
    case 'text':
      return textBlock(found.text, styled([found.text]), found.list, position)
    case 'inline':
      return textBlock(found.entry ?? paragraph, styled(found.texts), found.list, position)
    case 'table':
      return [tableBlock(found.table, found.caption, place)]
    case 'picture': {
      const { picture, inside } = found
      const said = (picture.annotations ?? [])
        .filter(({ kind }) => kind === 'description')
        .map(({ text }) => text ?? '')
      const text = (said.length > 0 ? said : inside.map((each) => each.text)).join(' ').trim()
      const uri = picture.image?.uri
      return [{ type: 'picture', text, ...place, picture: { data: uri ? inlinePicture(uri) : null } }]
    }
    default:
      return []
  }
}

const paragraph: Pick<Text, 'label'> = { label: 'paragraph' }

/** Texts that always become one block. */
const types: Readonly<Record<string, BlockType>> = {
  title: 'title',
  code: 'code',
  formula: 'formula',
  caption: 'caption',
  footnote: 'footnote',
  page_header: 'page_header',
  page_footer: 'page_footer',
}

const boxes: Readonly<Record<string, string>> = { checkbox_selected: '☒', checkbox_unselected: '☐' }

const textBlock = (
  { label, content_layer: layer, level, enumerated, marker }: Partial<Text>,
  written: Pick<Block, 'text' | 'runs'>,
  list: number,
  { box, height }: Position,
): AnswerBlock[] => {
  const kind = label ?? ''
  const place = { box }
  if (layer === 'invisible') return []
  // One level below the title, as in the vendor's own Markdown.
  if (kind === 'section_header')
    return nonEmpty({ type: 'heading', level: Math.min(6, Math.max(1, (level ?? 1) + 1)), ...place, ...written })
  if (kind === 'list_item') {
    const printed = enumerated === true && marker?.trim() ? marker.trim() : '•'
    return nonEmpty({ type: 'list_item', level: Math.max(1, list), marker: printed, ...place, ...written })
  }
  const type = types[kind]
  if (type !== undefined) return nonEmpty({ type, ...place, ...written })
  if (layer === 'furniture') return nonEmpty({ type: pageNumberType(place, height), ...place, ...written })
  const tick = boxes[kind]
  return nonEmpty({ type: 'paragraph', ...place, ...(tick === undefined ? written : ticked(tick, written)) })
}

const ticked = (tick: string, { text, runs }: Pick<Block, 'text' | 'runs'>): Pick<Block, 'text' | 'runs'> => ({
  text: `${tick} ${text}`.trim(),
  ...(runs !== undefined && { runs: [{ text: `${tick} ` }, ...runs] }),
})

/** Pieces are separated by a space. */
const styled = (texts: readonly Text[]): Pick<Block, 'text' | 'runs'> => {
  const pieces = texts.filter(({ text }) => text.trim() !== '')
  const isMixed = pieces.length > 1
  const runs = pieces.map((piece, index): TextRun => {
    const { text, formatting, hyperlink, label } = piece
    return {
      text: `${index === 0 ? '' : ' '}${label === 'formula' && isMixed ? `$${text.trim()}$` : text}`,
      ...(formatting?.bold === true && { bold: true }),
      ...(formatting?.italic === true && { italic: true }),
      ...(formatting?.script === 'super' && { superscript: true }),
      ...(formatting?.script === 'sub' && { subscript: true }),
      ...(label === 'code' && isMixed && { code: true }),
      ...(hyperlink && { href: hyperlink }),
    }
  })
  const text = runs.map((run) => run.text).join('')
  return { text, ...(runs.some((run) => Object.keys(run).length > 1) && { runs }) }
}

const tableBlock = ({ data }: Table, caption: string, place: Place): AnswerBlock => {
  const cells = (data.table_cells ?? []).map((cell) => ({
    row: cell.start_row_offset_idx,
    column: cell.start_col_offset_idx,
    rowSpan: cell.row_span ?? 1,
    columnSpan: cell.col_span ?? 1,
    text: cell.text.replaceAll(/\s+/g, ' ').trim(),
    header: cell.column_header === true || cell.row_header === true,
  }))
  return placedTable(gridTable(cells, caption), place)
}
