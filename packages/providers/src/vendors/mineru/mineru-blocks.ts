import { inlineOf, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock } from '../../answer.ts'
import { listItem, nonEmpty, pageNumberType, type Place, placedTable, textBlocks } from '../../answer-blocks.ts'
import type { MineruItem, MineruNote } from './item.ts'

export const mineruBlocks = (item: MineruItem): AnswerBlock[] => {
  const { type, box, content, level, captions } = item
  const place = { box }
  const text = content.trim()
  switch (type) {
    case 'doc_title':
      return nonEmpty({ type: 'title', ...place, ...inlineOf(text) })
    case 'header':
      return nonEmpty({ type: 'page_header', ...place, ...inlineOf(text) })
    case 'footer':
      return nonEmpty({ type: 'page_footer', ...place, ...inlineOf(text) })
    case 'page_number':
      return nonEmpty({ type: pageNumberType(place, 1), ...place, text })
    case 'page_footnote':
      return nonEmpty({ type: 'footnote', ...place, ...inlineOf(text) })
    case 'equation':
      return nonEmpty({ type: 'formula', ...place, text: text.replaceAll(/^\$+|\$+$/g, '').trim() })
    case 'code':
      return [
        ...captionBlocks(captions),
        ...nonEmpty({ type: 'code', ...place, text: unfenced(content) }),
        ...blocksOfMineruFootnotes(item),
      ]
    case 'table':
      return [...captionBlocks(captions), ...blocksOfMineruTable(item, place), ...blocksOfMineruFootnotes(item)]
    case 'image':
    case 'chart':
      return [...blocksOfMineruPicture(item, place), ...captionBlocks(captions), ...blocksOfMineruFootnotes(item)]
    default:
      if (item.listItems.length > 0)
        return item.listItems.flatMap((entry) => listItem(entry.trim(), place, 1 + depthOf(entry)))
      return level === null || level < 1
        ? textBlocks(content, place)
        : nonEmpty({ type: 'heading', level: Math.min(6, Math.round(level)), ...place, ...inlineOf(text) })
  }
}

/** An item of a table of contents has four spaces for each level above it. */
const depthOf = (entry: string): number => Math.floor((/^ */.exec(entry)?.[0].length ?? 0) / 4)

const captionBlocks = (captions: readonly MineruNote[]): AnswerBlock[] =>
  captions.flatMap(({ text, box }) => nonEmpty({ type: 'caption', box, ...inlineOf(text) }))

/** Notes below a table or a picture. */
const blocksOfMineruFootnotes = ({ footnotes }: MineruItem): AnswerBlock[] =>
  footnotes.flatMap(({ text, box }) => nonEmpty({ type: 'footnote', box, ...inlineOf(text) }))

/** A table that was not read is a picture. */
const blocksOfMineruTable = (item: MineruItem, place: Place): AnswerBlock[] => {
  if (item.content.trim() === '') return item.picture === undefined ? [] : blocksOfMineruPicture(item, place)
  const table = tableOf(item.content)
  return table === null ? textBlocks(item.content, place) : [placedTable(table, place)]
}

/** A picture with what it shows; the data that was read off a chart comes after it. */
const blocksOfMineruPicture = ({ type, content, picture }: MineruItem, place: Place): AnswerBlock[] => {
  const shown = picture !== undefined && { picture }
  return type === 'chart'
    ? [{ type: 'picture', text: '', ...place, ...shown }, ...textBlocks(content, place)]
    : [{ type: 'picture', text: content.trim(), ...place, ...shown }]
}

const unfenced = (content: string): string =>
  /^\s*```[^\n]*\n([^]*?)\n?```\s*$/.exec(content)?.[1] ?? content.replace(/\n+$/, '')
