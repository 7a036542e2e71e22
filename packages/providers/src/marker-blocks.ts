import { type BlockType, type Box, union } from '@polyparse/document'
import { blocksOfHtml, tableOf } from '@polyparse/formats/markup'
import type { AnswerBlock } from './answer.ts'
import { nonEmpty, placedTable, wholeText } from './answer-blocks.ts'
import { inlinePicture } from './fetch-pictures.ts'
import type { MarkerNode } from './marker-node.ts'

/** Text blocks that always become one block. */
const markerBlockTypes: Readonly<Record<string, BlockType>> = {
  Caption: 'caption',
  Footnote: 'footnote',
  PageHeader: 'page_header',
  PageFooter: 'page_footer',
}

/** Parts of nodes that already have their text. */
const markerPartTypes = new Set(['Line', 'Span', 'Char', 'TableCell', 'Reference'])
const markerTableTypes = new Set(['Table', 'Form', 'TableOfContents'])
const markerPictureTypes = new Set(['Figure', 'Picture', 'Diagram'])
const groups = new Set(['Page', 'ListGroup', 'TableGroup', 'FigureGroup', 'PictureGroup'])

const maxMarkerNodeDepth = 50

/** The blocks of a node; of a group, those of its children. Boxes stay in the unit of the answer. */
export const blocksOfNode = (node: MarkerNode, list = 0, depth = 0): AnswerBlock[] => {
  const { block_type: kind, children } = node
  const inner = children ?? []
  if (depth > maxMarkerNodeDepth || markerPartTypes.has(kind)) return []
  if ((groups.has(kind) && inner.length > 0) || (node.html ?? '') === '') {
    if (markerPictureTypes.has(kind)) return blocksOfMarkerPicture(node)
    const depthOfList = kind === 'ListGroup' ? list + 1 : list
    return inner.flatMap((child) => blocksOfNode(child, depthOfList, depth + 1))
  }
  if (markerPictureTypes.has(kind)) return blocksOfMarkerPicture(node)
  if (markerTableTypes.has(kind)) return blocksOfMarkerTable(node)
  if (kind === 'ListItem') return [...blocksOfMarkerItem(node, list), ...blocksOfNestedMarkerLists(inner, list, depth)]
  if (kind === 'SectionHeader') return headingBlocks(node)
  if (kind === 'Equation') return nonEmpty({ type: 'formula', ...placeOfMarkerNode(node), text: formulaOf(node) })
  if (kind === 'Code')
    return nonEmpty({ type: 'code', ...placeOfMarkerNode(node), text: wholeText(htmlBlocksOfMarkerNode(node)).text })
  const type = markerBlockTypes[kind]
  return type === undefined
    ? blocksOfMarkerText(node)
    : nonEmpty({ type, ...placeOfMarkerNode(node), ...wholeText(htmlBlocksOfMarkerNode(node)) })
}

export const boxOfPolygon = ({ bbox, polygon }: MarkerNode): Box | null => {
  const [x0, y0, x1, y1] = bbox ?? []
  if (x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined) return [x0, y0, x1, y1]
  return union((polygon ?? []).flatMap(([x, y]): Box[] => (x === undefined || y === undefined ? [] : [[x, y, x, y]])))
}

const placeOfMarkerNode = (node: MarkerNode): Pick<AnswerBlock, 'box'> => ({ box: boxOfPolygon(node) })

/** Formulas are LaTeX in tags that have another meaning in browsers. */
const replaceMathTags = (html: string): string => html.replaceAll(/<\/?math\b[^>]*>/gi, '$')

const htmlBlocksOfMarkerNode = ({ html }: MarkerNode) => blocksOfHtml(replaceMathTags(html ?? ''))

const blocksOfMarkerText = (node: MarkerNode): AnswerBlock[] =>
  htmlBlocksOfMarkerNode(node).map((block) => ({ ...block, ...placeOfMarkerNode(node) }))

const headingBlocks = (node: MarkerNode): AnswerBlock[] => {
  const level = Number(/<h([1-6])\b/i.exec(node.html ?? '')?.[1] ?? 2)
  return nonEmpty({ type: 'heading', level, ...placeOfMarkerNode(node), ...wholeText(htmlBlocksOfMarkerNode(node)) })
}

const formulaOf = (node: MarkerNode): string =>
  wholeText(htmlBlocksOfMarkerNode(node))
    .text.replaceAll(/^\$+|\$+$/g, '')
    .trim()

/** An item may contain its number. */
const blocksOfMarkerItem = (node: MarkerNode, list: number): AnswerBlock[] => {
  const { text, runs } = wholeText(htmlBlocksOfMarkerNode(node))
  const [number, marker] = /^(\d{1,4}[.)])\s+/.exec(text) ?? []
  const item = { type: 'list_item', level: Math.max(1, list), ...placeOfMarkerNode(node) } as const
  if (number === undefined || marker === undefined)
    return nonEmpty({ ...item, marker: '•', text, ...(runs !== undefined && { runs }) })
  return nonEmpty({ ...item, marker, text: text.slice(number.length) })
}

const blocksOfNestedMarkerLists = (children: readonly MarkerNode[], list: number, depth: number): AnswerBlock[] =>
  children
    .filter(({ block_type: kind }) => kind === 'ListGroup' || kind === 'ListItem')
    .flatMap((child) => blocksOfNode(child, child.block_type === 'ListItem' ? list + 1 : list, depth + 1))

const blocksOfMarkerTable = (node: MarkerNode): AnswerBlock[] => {
  const table = tableOf(replaceMathTags(node.html ?? ''))
  return table === null ? blocksOfMarkerText(node) : [placedTable(table, placeOfMarkerNode(node))]
}

/** A picture with its description; tables that were read off a chart come after it. */
const blocksOfMarkerPicture = (node: MarkerNode): AnswerBlock[] => {
  const blocks = htmlBlocksOfMarkerNode(node)
  const [file] = Object.values(node.images ?? {})
  return [
    {
      type: 'picture',
      text: wholeText(blocks.filter(({ table }) => table === undefined)).text.trim(),
      ...placeOfMarkerNode(node),
      picture: { data: file === undefined ? null : inlinePicture(file) },
    },
    ...blocks
      .filter(({ table }) => table !== undefined)
      .map((block): AnswerBlock => ({ ...block, ...placeOfMarkerNode(node) })),
  ]
}
