import { type BlockType, type Box, union } from '@polyparse/document'
import { blocksOfHtml, tableOf } from '@polyparse/readers/markup'
import type { AnswerBlock } from './answer.ts'
import { nonEmpty, placedTable, wholeText } from './answer-blocks.ts'
import { inlinePicture } from './fetch-pictures.ts'
import type { Node } from './marker-node.ts'

/** Text blocks that always become one block. */
const types: Readonly<Record<string, BlockType>> = {
  Caption: 'caption',
  Footnote: 'footnote',
  PageHeader: 'page_header',
  PageFooter: 'page_footer',
}

/** Parts of nodes that already have their text. */
const parts = new Set(['Line', 'Span', 'Char', 'TableCell', 'Reference'])
const tables = new Set(['Table', 'Form', 'TableOfContents'])
const pictures = new Set(['Figure', 'Picture', 'Diagram'])
const groups = new Set(['Page', 'ListGroup', 'TableGroup', 'FigureGroup', 'PictureGroup'])

const deepest = 50

/** The blocks of a node; of a group, those of its children. Boxes stay in the unit of the answer. */
export const blocksOfNode = (node: Node, list = 0, depth = 0): AnswerBlock[] => {
  const { block_type: kind, children } = node
  const inner = children ?? []
  if (depth > deepest || parts.has(kind)) return []
  if ((groups.has(kind) && inner.length > 0) || (node.html ?? '') === '') {
    if (pictures.has(kind)) return pictureBlocks(node)
    const depthOfList = kind === 'ListGroup' ? list + 1 : list
    return inner.flatMap((child) => blocksOfNode(child, depthOfList, depth + 1))
  }
  if (pictures.has(kind)) return pictureBlocks(node)
  if (tables.has(kind)) return tableBlocks(node)
  if (kind === 'ListItem') return [...itemBlocks(node, list), ...lists(inner, list, depth)]
  if (kind === 'SectionHeader') return headingBlocks(node)
  if (kind === 'Equation') return nonEmpty({ type: 'formula', ...place(node), text: formulaOf(node) })
  if (kind === 'Code') return nonEmpty({ type: 'code', ...place(node), text: wholeText(written(node)).text })
  const type = types[kind]
  return type === undefined ? textBlocks(node) : nonEmpty({ type, ...place(node), ...wholeText(written(node)) })
}

export const boxOf = ({ bbox, polygon }: Node): Box | null => {
  const [x0, y0, x1, y1] = bbox ?? []
  if (x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined) return [x0, y0, x1, y1]
  return union((polygon ?? []).flatMap(([x, y]): Box[] => (x === undefined || y === undefined ? [] : [[x, y, x, y]])))
}

const place = (node: Node): Pick<AnswerBlock, 'box'> => ({ box: boxOf(node) })

/** Formulas are LaTeX in tags that have another meaning in browsers. */
const withFormulas = (html: string): string => html.replaceAll(/<\/?math\b[^>]*>/gi, '$')

const written = ({ html }: Node) => blocksOfHtml(withFormulas(html ?? ''))

const textBlocks = (node: Node): AnswerBlock[] => written(node).map((block) => ({ ...block, ...place(node) }))

const headingBlocks = (node: Node): AnswerBlock[] => {
  const level = Number(/<h([1-6])\b/i.exec(node.html ?? '')?.[1] ?? 2)
  return nonEmpty({ type: 'heading', level, ...place(node), ...wholeText(written(node)) })
}

const formulaOf = (node: Node): string =>
  wholeText(written(node))
    .text.replaceAll(/^\$+|\$+$/g, '')
    .trim()

/** An item may contain its number. */
const itemBlocks = (node: Node, list: number): AnswerBlock[] => {
  const { text, runs } = wholeText(written(node))
  const [number, marker] = /^(\d{1,4}[.)])\s+/.exec(text) ?? []
  const item = { type: 'list_item', level: Math.max(1, list), ...place(node) } as const
  if (number === undefined || marker === undefined)
    return nonEmpty({ ...item, marker: '•', text, ...(runs !== undefined && { runs }) })
  return nonEmpty({ ...item, marker, text: text.slice(number.length) })
}

const lists = (children: readonly Node[], list: number, depth: number): AnswerBlock[] =>
  children
    .filter(({ block_type: kind }) => kind === 'ListGroup' || kind === 'ListItem')
    .flatMap((child) => blocksOfNode(child, child.block_type === 'ListItem' ? list + 1 : list, depth + 1))

const tableBlocks = (node: Node): AnswerBlock[] => {
  const table = tableOf(withFormulas(node.html ?? ''))
  return table === null ? textBlocks(node) : [placedTable(table, place(node))]
}

/** A picture with its description; tables that were read off a chart come after it. */
const pictureBlocks = (node: Node): AnswerBlock[] => {
  const blocks = written(node)
  const [file] = Object.values(node.images ?? {})
  return [
    {
      type: 'picture',
      text: wholeText(blocks.filter(({ table }) => table === undefined)).text.trim(),
      ...place(node),
      picture: { data: file === undefined ? null : inlinePicture(file) },
    },
    ...blocks.filter(({ table }) => table !== undefined).map((block): AnswerBlock => ({ ...block, ...place(node) })),
  ]
}
