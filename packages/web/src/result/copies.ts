import type { BlockValue, CellValue, ChildBlockValue } from '@polyparse/document/schema'
import type { Reading } from './reading.ts'
import { safeAddress } from './safe-address.ts'
import { toTsv } from './tsv.ts'

/* Blocks of a reading as they are copied: the document alone, without its running headers and footers. */

type Content = ChildBlockValue & Pick<BlockValue, 'blocks'>
type Tables = Pick<Reading, 'tables' | 'captions'>
type Run = NonNullable<BlockValue['runs']>[number]
type Holder = Pick<CellValue, 'text' | 'runs' | 'blocks'>

const isRunning = ({ type }: BlockValue): boolean => type === 'page_header' || type === 'page_footer'

/** One block that is chosen is copied whatever it is. */
const copied = (blocks: readonly BlockValue[]): readonly BlockValue[] =>
  blocks.length === 1 ? blocks : blocks.filter((block) => !isRunning(block))

export const asMarkdown = (blocks: readonly BlockValue[], reading: Tables): string => {
  const kept = copied(blocks)
  const written = kept.map((block, index) => {
    const text = markdownOf(block, reading)
    // The items of a list stand together.
    const isNextItem = block.type === 'list_item' && kept[index + 1]?.type === 'list_item'
    return text === '' ? '' : `${text}${isNextItem ? '\n' : '\n\n'}`
  })
  return `${written.join('').trim()}\n`
}

export const asHtml = (blocks: readonly BlockValue[], reading: Tables): string =>
  `${copied(blocks)
    .map((block) => htmlOf(block, reading))
    .filter(Boolean)
    .join('\n')}\n`

/** Tables as they are, and a row of one cell for everything else. */
export const asTsv = (blocks: readonly BlockValue[], reading: Tables): string =>
  copied(blocks)
    .map((block) => {
      const table = block.table === undefined ? undefined : reading.tables.get(block.table)
      return block.text === '' && table === undefined ? '' : toTsv(table?.rows ?? [[block.text]])
    })
    .join('')

const markdownOf = (block: Content, reading: Tables): string => {
  const table = block.table === undefined ? undefined : reading.tables.get(block.table)
  if (table !== undefined) return table.markdown.trim()
  const inside = () => insideMarkdown(block, reading)
  switch (block.type) {
    case 'title':
      return `# ${oneLine(inside())}`
    case 'heading':
      return `${'#'.repeat(Math.min(6, block.level ?? 2))} ${oneLine(inside())}`
    case 'list_item': {
      const marker = /^\d+[.)]$/.test(block.marker ?? '') ? block.marker : '-'
      const indent = '  '.repeat((block.level ?? 1) - 1)
      return `${indent}${marker} ${inside().replaceAll('\n', `\n${indent}  `)}`
    }
    case 'quote':
      return inside().replaceAll(/^/gm, '> ')
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``
    case 'formula':
      return `$$\n${block.text}\n$$`
    case 'paragraph':
    case 'caption':
    case 'footnote':
    case 'note':
    case 'page_header':
    case 'page_footer':
    case 'picture':
    case 'table':
      return inside()
  }
}

const insideMarkdown = (holder: Holder, reading: Tables): string =>
  holder.blocks === undefined
    ? runsOf(holder).map(markdownRun).join('')
    : holder.blocks.map((child) => markdownOf(child, reading)).join('\n\n')

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')

const runsOf = ({ runs, text }: Holder): readonly Run[] => runs ?? [{ text }]

const markdownRun = (run: Run): string => {
  if (run.formula === true) return `$${run.text}$`
  if (run.code === true) return `\`${run.text}\``
  const [, before = '', core = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(run.text) ?? []
  if (core === '') return run.text
  let text = core.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`)
  if (run.italic === true) text = `*${text}*`
  if (run.bold === true) text = `**${text}**`
  if (run.strikethrough === true) text = `~~${text}~~`
  const href = safeAddress(run.href)
  return `${before}${href === null ? text : `[${text}](<${href}>)`}${after}`
}

const htmlOf = (block: Content, reading: Tables): string => {
  const table = block.table === undefined ? undefined : reading.tables.get(block.table)
  if (table !== undefined) return table.html
  const inside = insideHtml(block, reading)
  if (inside === '') return ''
  switch (block.type) {
    case 'title':
      return `<h1>${inside}</h1>`
    case 'heading': {
      const level = Math.min(6, block.level ?? 2)
      return `<h${level}>${inside}</h${level}>`
    }
    case 'list_item':
      return `<ul><li>${inside}</li></ul>`
    case 'quote':
      return `<blockquote>${inside}</blockquote>`
    case 'code':
    case 'formula':
      return `<pre>${escaped(block.text)}</pre>`
    case 'paragraph':
    case 'caption':
    case 'footnote':
    case 'note':
    case 'page_header':
    case 'page_footer':
    case 'picture':
    case 'table':
      return block.blocks === undefined ? `<p>${inside}</p>` : `<div>${inside}</div>`
  }
}

const insideHtml = (holder: Holder, reading: Tables): string =>
  holder.blocks === undefined
    ? runsOf(holder).map(htmlRun).join('')
    : holder.blocks.map((child) => htmlOf(child, reading)).join('')

const elements = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['code', 'code'],
  ['strikethrough', 's'],
  ['underline', 'u'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
] as const

const htmlRun = (run: Run): string => {
  let text = escaped(run.text).replaceAll('\n', '<br>')
  for (const [style, element] of elements) if (run[style] === true) text = `<${element}>${text}</${element}>`
  const href = safeAddress(run.href)
  return href === null ? text : `<a href="${escaped(href)}">${text}</a>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
