import type { Block, BlockType, Box, TextRun } from '@polyparse/document'
import type { AnswerBlock } from '../../answer.ts'
import { nonEmpty, pageNumberType, placedTable, type Place } from '../../answer-blocks.ts'
import { inlinePicture } from '../../fetch-pictures.ts'
import { gridTable } from '../../grid-table.ts'
import type { DoclingTable, DoclingText } from './docling-serve-answer-shape.ts'
import type { FoundNode } from './tree.ts'

/** The place of something on a page of this height; boxes are already measured from the top left. */
export type Position = { readonly box: Box | null; readonly height: number }

/** Tells whether something is not to be seen on its page: hidden text, watermarks. */
export const isHiddenItem = ({ layer }: FoundNode): boolean => layer === 'invisible' || layer === 'background'

export const blockOf = (found: FoundNode, position: Position): AnswerBlock[] => {
  const place = { box: position.box }
  if (isHiddenItem(found)) return []
  const type = typeByLayer(found, position)
  switch (found.kind) {
    case 'text':
      return blocksOfDoclingText({ ...found.text, type }, joinDoclingTexts([found.text]), found.list, place)
    case 'inline':
      return blocksOfDoclingText(
        { ...(found.entry ?? doclingParagraph), type },
        joinDoclingTexts(found.texts),
        found.list,
        place,
      )
    case 'table': {
      const table = blockOfDoclingTable(found.table, found.caption, place)
      return type === null ? [table] : nonEmpty({ type, text: table.text, ...place })
    }
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

const doclingParagraph: Pick<DoclingText, 'label'> = { label: 'paragraph' }

/** Texts that always become one block. */
const doclingBlockTypes: Readonly<Record<string, BlockType>> = {
  title: 'title',
  code: 'code',
  formula: 'formula',
  caption: 'caption',
  footnote: 'footnote',
  page_header: 'page_header',
  page_footer: 'page_footer',
}

/** The labels of what is furniture by its nature; anything else in that layer is so by its place. */
const furniture: Readonly<Record<string, BlockType>> = {
  page_header: 'page_header',
  page_footer: 'page_footer',
  footnote: 'footnote',
}

/**
 * Returns what something is by its layer, whatever its label; null: the label says. In formats without places, the furniture is
 * what comes before the first heading, such as the title and the navigation of a web page.
 */
const typeByLayer = (found: FoundNode, { box, height }: Position): BlockType | null => {
  if (found.layer === 'notes') return 'note'
  if (found.layer !== 'furniture') return null
  const label = found.kind === 'text' ? found.text.label : null
  return furniture[label ?? ''] ?? found.running ?? (box === null ? 'page_header' : pageNumberType({ box }, height))
}

const ticks: Readonly<Record<string, string>> = { checkbox_selected: '☒', checkbox_unselected: '☐' }

const blocksOfDoclingText = (
  { type: given, label, level, enumerated, marker }: Partial<DoclingText> & { readonly type: BlockType | null },
  written: Pick<Block, 'text' | 'runs'>,
  list: number,
  place: Place,
): AnswerBlock[] => {
  const kind = label ?? ''
  if (given !== null) return nonEmpty({ type: given, ...place, ...written })
  // One level below the title, as in the vendor's own Markdown.
  if (kind === 'section_header')
    return nonEmpty({ type: 'heading', level: Math.min(6, Math.max(1, (level ?? 1) + 1)), ...place, ...written })
  if (kind === 'list_item') {
    const printed = enumerated === true && marker?.trim() ? marker.trim() : '•'
    return nonEmpty({ type: 'list_item', level: Math.max(1, list), marker: printed, ...place, ...written })
  }
  const type = doclingBlockTypes[kind]
  if (type !== undefined) return nonEmpty({ type, ...place, ...written })
  const tick = ticks[kind]
  return nonEmpty({ type: 'paragraph', ...place, ...(tick === undefined ? written : ticked(tick, written)) })
}

const ticked = (tick: string, { text, runs }: Pick<Block, 'text' | 'runs'>): Pick<Block, 'text' | 'runs'> => ({
  text: `${tick} ${text}`.trim(),
  ...(runs !== undefined && { runs: [{ text: `${tick} ` }, ...runs] }),
})

/** Pieces are separated by a space. */
const joinDoclingTexts = (texts: readonly DoclingText[]): Pick<Block, 'text' | 'runs'> => {
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

const blockOfDoclingTable = ({ data }: DoclingTable, caption: string, place: Place): AnswerBlock => {
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
