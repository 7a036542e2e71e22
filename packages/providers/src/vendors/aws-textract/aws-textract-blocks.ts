import type { AnswerBlock } from '../../answer.ts'
import { markedItem, nonEmpty, pageNumberType, type Place } from '../../answer-blocks.ts'
import type { TextractBlock } from './aws-textract-answer-shape.ts'
import { boxOfGeometry, textractConfidence, textOfTextractBlock, type Graph } from './graph.ts'
import { tableBlockOf } from './aws-textract-tables.ts'

/**
 * The blocks of a page: the parts of its layout, in the vendor's reading order, and lines that are in none of them; all lines,
 * where no layout was requested. Tables are listed apart, so each is put where its words are. No word is given twice.
 */
export const textractBlocksOfPage = (onPage: readonly TextractBlock[], graph: Graph): AnswerBlock[] => {
  const tables = onPage.filter(({ BlockType: type }) => type === 'TABLE')
  const owners = new Map(tables.flatMap((table) => graph.leaves(table).map((leaf) => [leaf, table] as const)))
  const notes = notesOfTextractTables(tables, graph)
  const given = new Set<TextractBlock>()
  const once = (block: TextractBlock): boolean => {
    const isNew = !given.has(block)
    given.add(block)
    return isNew
  }
  const blocks = partsOfTextractPage(onPage, graph).flatMap((part) => {
    const all = graph.leaves(part)
    const reached = all.flatMap((leaf) => owners.get(leaf) ?? []).filter(once)
    const own = all.filter((leaf) => !owners.has(leaf)).filter(once)
    const isElsewhere = all.length > 0 && own.length === 0
    return [
      ...reached.map((table) => tableBlockOf(table, graph)),
      ...(isElsewhere ? [] : blocksOfTextractPart(part, { graph, own, note: notes.get(own[0]) })),
    ]
  })
  return [...blocks, ...tables.filter(once).map((table) => tableBlockOf(table, graph))]
}

const partsOfTextractPage = (onPage: readonly TextractBlock[], graph: Graph): TextractBlock[] => {
  const layout = onPage.filter(isLayout)
  const inside = new Set(layout.flatMap((part) => graph.related(part)))
  const lines = onPage.filter(({ BlockType: type }) => type === 'LINE')
  return [...layout, ...lines].filter((part) => !inside.has(part))
}

const isLayout = ({ BlockType: type }: TextractBlock): boolean => type.startsWith('LAYOUT_')

/** The words of titles and footers of tables that are outside of the grid. */
const notesOfTextractTables = (
  tables: readonly TextractBlock[],
  graph: Graph,
): ReadonlyMap<TextractBlock | undefined, NoteType> =>
  new Map(
    tables.flatMap((table) =>
      noteKinds.flatMap(({ kind, type }) =>
        graph.related(table, kind).flatMap((note) => graph.leaves(note).map((leaf) => [leaf, type] as const)),
      ),
    ),
  )

const noteKinds = [
  { kind: 'TABLE_TITLE', type: 'caption' },
  { kind: 'TABLE_FOOTER', type: 'footnote' },
] as const
type NoteType = (typeof noteKinds)[number]['type']

type TextractPartContext = {
  readonly graph: Graph
  /** Its words that are in no table. */
  readonly own: readonly TextractBlock[]
  readonly note: NoteType | undefined
}

const blocksOfTextractPart = (part: TextractBlock, { graph, own, note }: TextractPartContext): AnswerBlock[] => {
  const place: Place = { box: boxOfGeometry(part), confidence: textractConfidence(part, own) }
  const text = textOfTextractBlock(own) || (part.Text ?? '')
  switch (part.BlockType) {
    case 'LAYOUT_TITLE':
      return nonEmpty({ type: 'title', text, ...place })
    case 'LAYOUT_SECTION_HEADER':
      return nonEmpty({ type: note ?? 'heading', ...(note === undefined && { level: 2 }), text, ...place })
    case 'LAYOUT_HEADER':
      return nonEmpty({ type: 'page_header', text, ...place })
    case 'LAYOUT_FOOTER':
      return nonEmpty({ type: 'page_footer', text, ...place })
    case 'LAYOUT_PAGE_NUMBER':
      return nonEmpty({ type: pageNumberType(place, 1), text, ...place })
    case 'LAYOUT_FIGURE':
      return [{ type: 'picture', text, ...place }]
    case 'LAYOUT_LIST':
      return itemsOfTextractList(part, { graph, own })
    // A form has a line for each label with its value.
    case 'LAYOUT_KEY_VALUE':
      return inLines(part, { graph, own }).flatMap(({ text, place }) => nonEmpty({ type: 'paragraph', text, ...place }))
    default:
      return nonEmpty({ type: note ?? 'paragraph', text, ...place })
  }
}

/** Returns what is in a part, each with its words that are in no table. */
const inLines = (part: TextractBlock, { graph, own }: Pick<TextractPartContext, 'graph' | 'own'>) => {
  const kept = new Set(own)
  return graph.related(part).map((line) => {
    const leaves = graph.leaves(line).filter((leaf) => kept.has(leaf))
    const place: Place = { box: boxOfGeometry(line), confidence: textractConfidence(line, leaves) }
    return { text: textOfTextractBlock(leaves), place }
  })
}

const itemsOfTextractList = (list: TextractBlock, content: Pick<TextractPartContext, 'graph' | 'own'>): AnswerBlock[] =>
  inLines(list, content).flatMap(({ text, place }) =>
    nonEmpty({ type: 'list_item', level: 1, ...markedItem(text), ...place }),
  )
