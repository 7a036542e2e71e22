import type { BlockType, Box } from '@polyparse/document'
import { blocksOfHtml, blocksOfMarkdown, tableOf } from '@polyparse/readers/markup'
import type { AnswerBlock } from '../answer.ts'
import { nonEmpty, placedTable, type Place, wholeText } from '../answer-blocks.ts'
import { labelledBlocks } from './labelled-html.ts'
import type { AnswerKind } from './profile.ts'

type Size = { readonly width: number; readonly height: number }

/** The blocks of an answer about a page; boxes in pixels of the picture, null where the model gives none. */
export const blocksOfAnswer = (kind: AnswerKind, content: string, size: Size): AnswerBlock[] => {
  const text = withoutFence(content)
  switch (kind) {
    case 'markdown':
      return markdownBlocks(text)
    case 'front-matter':
      return markdownBlocks(text.replace(/^\s*---\n[^]*?\n---(?:\n|$)/, ''))
    case 'layout':
      return layoutBlocks(text) ?? markdownBlocks(text)
    case 'grounded':
      return groundedBlocks(text, size)
    case 'labelled':
      return labelledBlocks(text, size) ?? markdownBlocks(text)
  }
}

const nowhere: Place = { box: null }

/** Models like to put a fence around the whole page. */
export const withoutFence = (content: string): string =>
  /^\s*```(?:markdown|md|html|json)?\n(?<inner>[^]*?)\n?```\s*$/.exec(content)?.groups?.['inner'] ?? content

/** Tags with which models mark what is beside the text: Nanonets describes pictures, watermarks and page numbers so. */
const marks: readonly (readonly [tag: RegExp, shown: string])[] = [
  [/<page_number>[^<]{0,40}<\/page_number>/gi, ''],
  [/<watermark>([^<]{0,200})<\/watermark>/gi, '$1'],
  [/<signature>([^<]{0,200})<\/signature>/gi, '$1'],
  [/<img>([^<]{0,2000})<\/img>/gi, '![$1](picture)'],
]

const markdownBlocks = (content: string, place: Place = nowhere): AnswerBlock[] => {
  const markdown = marks.reduce((text, [tag, shown]) => text.replaceAll(tag, shown), content)
  return withFormulas(markdown).flatMap((part): AnswerBlock[] =>
    part.kind === 'formula'
      ? nonEmpty({ type: 'formula', ...place, text: part.text })
      : blocksOfMarkdown(part.text).map((block) => ({ ...block, ...place })),
  )
}

type Part = { readonly kind: 'formula' | 'markdown'; readonly text: string }

/** Markdown divided at formulas that stand on lines of their own: `$$…$$` or `\[…\]`. */
const withFormulas = (markdown: string): Part[] => {
  const parts: Part[] = []
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
const types: Readonly<Record<string, BlockType>> = {
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

const layoutBlocks = (text: string): AnswerBlock[] | null => {
  const list = listIn(text)
  if (list === null) return null
  return list.flatMap((entry): AnswerBlock[] => {
    if (!isRecord(entry)) return []
    const { bbox, category, text: written } = entry
    return typedBlocks(typeof category === 'string' ? category : '', typeof written === 'string' ? written : '', {
      box: boxOf(bbox),
    })
  })
}

/** The list of an answer in JSON, alone or under a name; what stands of one that was cut off. */
const listIn = (text: string): unknown[] | null => {
  const found = parsed(text) ?? parsed(`${text.slice(0, text.lastIndexOf('}') + 1)}]`)
  if (Array.isArray(found)) return found
  return isRecord(found) ? (Object.values(found).find(Array.isArray) ?? null) : null
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const boxOf = (bbox: unknown): Box | null => {
  const [x0, y0, x1, y1] = Array.isArray(bbox) ? bbox : []
  return [x0, y0, x1, y1].every((side) => typeof side === 'number' && Number.isFinite(side))
    ? [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
    : null
}

/** A block of a kind that the model names, in Markdown, or HTML for a table. */
const typedBlocks = (category: string, content: string, place: Place): AnswerBlock[] => {
  const type = types[category.toLowerCase()] ?? types[category.toLowerCase().replaceAll('_', '-')]
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

/** `<|ref|>type<|/ref|><|det|>[[x0, y0, x1, y1]]<|/det|>` before each block, in thousandths of the page. */
const groundedBlocks = (content: string, { width, height }: Size): AnswerBlock[] => {
  const found = [
    ...content.matchAll(
      /<\|ref\|>(?<type>[^<]{1,40})<\|\/ref\|><\|det\|>\[*(?<sides>[\d\s,.]{1,80})\]*[^<]{0,400}<\|\/det\|>/g,
    ),
  ]
  if (found.length === 0) return markdownBlocks(content.replaceAll(/<\|\/?\w+\|>/g, ''))
  return found.flatMap(({ 0: mark, index, groups }, position): AnswerBlock[] => {
    const sides = (groups?.['sides'] ?? '').split(',').map(Number)
    const text = content.slice(index + mark.length, found[position + 1]?.index).trim()
    const box = boxOf(sides.map((side, at) => (side / 999) * (at % 2 === 0 ? width : height)))
    return typedBlocks(groups?.['type'] ?? '', text, { box })
  })
}
