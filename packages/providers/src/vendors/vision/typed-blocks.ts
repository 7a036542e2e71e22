import type { BlockType, Box } from '@polyparse/document'
import { blocksOfHtml, blocksOfMarkdown, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock } from '../../answer.ts'
import { nonEmpty, placedTable, type Place, wholeText } from '../../answer-blocks.ts'

const placeWithoutBox: Place = { box: null }

/** Tags with which models mark what is beside the text: Nanonets describes pictures, watermarks and page numbers so. */
const modelTagReplacements: readonly (readonly [tag: RegExp, shown: string])[] = [
  [/<page_number>[^<]{0,40}<\/page_number>/gi, ''],
  [/<watermark>([^<]{0,200})<\/watermark>/gi, '$1'],
  [/<signature>([^<]{0,200})<\/signature>/gi, '$1'],
  [/<img>([^<]{0,2000})<\/img>/gi, '![$1](picture)'],
]

/** Blocks of Markdown, with what models write into it. */
export const markdownBlocks = (content: string, place: Place = placeWithoutBox): AnswerBlock[] => {
  const markdown = modelTagReplacements.reduce((text, [tag, shown]) => text.replaceAll(tag, shown), content)
  return splitMarkdownAtFormulas(markdown).flatMap((part): AnswerBlock[] =>
    part.kind === 'formula'
      ? nonEmpty({ type: 'formula', ...place, text: part.text })
      : blocksOfMarkdown(part.text).map((block) => ({ ...block, ...place })),
  )
}

type MarkdownFormulaPart = { readonly kind: 'formula' | 'markdown'; readonly text: string }

/** Markdown divided at formulas that are on lines of their own: `$$…$$` or `\[…\]`. */
const splitMarkdownAtFormulas = (markdown: string): MarkdownFormulaPart[] => {
  const parts: MarkdownFormulaPart[] = []
  let from = 0
  for (const { 0: found, index, groups } of markdown.matchAll(
    /^[ \t]*(?:\$\$(?<dollars>[^$]{1,5000})\$\$|\\\[(?<brackets>[^]{1,5000}?)\\\])[ \t]*$/gm,
  )) {
    parts.push({ kind: 'markdown', text: markdown.slice(from, index) })
    parts.push({ kind: 'formula', text: (groups?.['dollars'] ?? groups?.['brackets'] ?? '').trim() })
    from = index + found.length
  }
  return [...parts, { kind: 'markdown', text: markdown.slice(from) }]
}

/** The categories of dots.ocr, and the names of the same by other models. */
const visionBlockTypes: Readonly<Record<string, BlockType>> = {
  caption: 'caption',
  image_caption: 'caption',
  table_caption: 'caption',
  footnote: 'footnote',
  formula: 'formula',
  equation: 'formula',
  'list-item': 'list_item',
  'page-footer': 'page_footer',
  'page-header': 'page_header',
  header: 'page_header',
  footer: 'page_footer',
  picture: 'picture',
  image: 'picture',
  figure: 'picture',
  'section-header': 'heading',
  sub_title: 'heading',
  title: 'title',
  table: 'table',
}

/**
 * Two corners, in any order; null where they are no numbers.
 * @example boxOfNumbers([30, 40, 10, 20]) // [10, 20, 30, 40]
 */
export const boxOfNumbers = (bbox: unknown): Box | null => {
  const [x0, y0, x1, y1] = Array.isArray(bbox) ? bbox : []
  return [x0, y0, x1, y1].every((side) => typeof side === 'number' && Number.isFinite(side))
    ? [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
    : null
}

/** A block of a kind that the model names, in Markdown, or HTML for a table. */
export const typedBlocks = (category: string, content: string, place: Place): AnswerBlock[] => {
  const type = visionBlockTypes[category.toLowerCase()] ?? visionBlockTypes[category.toLowerCase().replaceAll('_', '-')]
  if (type === 'picture') return [{ type, ...place, text: content.trim() }]
  if (type === 'table') {
    const table = tableOf(content)
    return table === null ? markdownBlocks(content, place) : [placedTable(table, place)]
  }
  if (type === 'formula')
    return nonEmpty({
      type,
      ...place,
      text: content
        .trim()
        .replaceAll(/^\$+|\$+$|^\\\[|\\\]$/g, '')
        .trim(),
    })
  if (type === undefined || type === 'list_item') return markdownBlocks(content, place)
  const blocks = /<\w+[^>]*>/.test(content) ? blocksOfHtml(content) : blocksOfMarkdown(content)
  const level = /^(#{1,6})\s/.exec(content.trim())?.[1]?.length ?? 2
  return nonEmpty({ type, ...(type === 'heading' && { level }), ...place, ...wholeText(blocks) })
}
