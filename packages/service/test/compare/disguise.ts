import type { Block, Document, Table } from '@polyparse/document'
import type { Random } from '@polyparse/test-support/random'

/** The ways in which correct readings of one document differ. */
export type Disguise = {
  readonly hyphens: boolean
  readonly straightQuotes: boolean
  readonly spaces: boolean
  readonly runningText: 'marked' | 'in the text' | 'left out'
  readonly listItems: 'marked' | 'with markers in the text' | 'without markers'
  readonly tables: 'tables' | 'one as lines'
  readonly ligatures: boolean
  readonly plainNumbers: boolean
  readonly paragraphs: 'as they are' | 'two joined' | 'divided'
  /** Whether the text keeps its printed lines. */
  readonly printedLines: boolean
  readonly headings: 'headings' | 'paragraphs'
  readonly markup: boolean
}

export const disguises: readonly Disguise[] = [
  {
    hyphens: false,
    straightQuotes: false,
    spaces: false,
    runningText: 'marked',
    listItems: 'marked',
    tables: 'tables',
    ligatures: false,
    plainNumbers: false,
    paragraphs: 'as they are',
    printedLines: false,
    headings: 'headings',
    markup: false,
  },
  {
    hyphens: true,
    straightQuotes: true,
    spaces: true,
    runningText: 'in the text',
    listItems: 'with markers in the text',
    tables: 'tables',
    ligatures: false,
    plainNumbers: false,
    paragraphs: 'two joined',
    printedLines: true,
    headings: 'paragraphs',
    markup: false,
  },
  {
    hyphens: false,
    straightQuotes: true,
    spaces: false,
    runningText: 'left out',
    listItems: 'without markers',
    tables: 'one as lines',
    ligatures: true,
    plainNumbers: true,
    paragraphs: 'divided',
    printedLines: false,
    headings: 'headings',
    markup: true,
  },
]

/** Another correct reading of the same document. */
export const disguise = (document: Document, how: Disguise, random: Random): Document => {
  const asLines =
    how.tables === 'tables' ? undefined : document.tables[random.whole(0, Math.max(0, document.tables.length - 1))]
  const spell = (text: string): string => spelling(text, how, random)
  return {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      blocks: joined(
        page.blocks.flatMap((block) => {
          if (asLines !== undefined && block.table === asLines.id) return linesOf(asLines, block, spell)
          return disguisedBlock(block, how).map((shown) => markedUp({ ...shown, text: spell(shown.text) }, how, random))
        }),
        how,
      ),
    })),
    tables: document.tables
      .filter(({ id }) => id !== asLines?.id)
      .map((table) => ({ ...table, cells: table.cells.map((cell) => ({ ...cell, text: spell(cell.text) })) })),
  }
}

const disguisedBlock = (block: Block, how: Disguise): Block[] => {
  if (block.type === 'page_header' || block.type === 'page_footer') {
    if (how.runningText === 'left out') return []
    return how.runningText === 'marked' ? [block] : [{ ...block, type: 'paragraph' }]
  }
  if ((block.type === 'heading' || block.type === 'title') && how.headings === 'paragraphs')
    return [{ id: block.id, type: 'paragraph', page: block.page, bbox: block.bbox, text: block.text }]
  if (block.type === 'paragraph' && how.paragraphs === 'divided') return divided(block)
  if (block.type !== 'list_item' || how.listItems === 'marked') return [block]
  const { marker = '', ...item } = block
  return how.listItems === 'without markers'
    ? [item]
    : [{ ...item, type: 'paragraph', text: `${marker} ${block.text}` }]
}

/** A paragraph split in two in the middle of a sentence, as at the end of a column or a page. */
const divided = (block: Block): Block[] => {
  const place = block.text.indexOf(' ', Math.floor(block.text.length / 2))
  if (place < 0) return [block]
  return [
    { ...block, text: block.text.slice(0, place) },
    { ...block, id: `${block.id}-rest`, text: block.text.slice(place + 1) },
  ]
}

/** Sets a word in bold and the rest in separate runs, and raises a note mark at the end. */
const markedUp = (block: Block, { markup }: Disguise, random: Random): Block => {
  if (!markup || block.type !== 'paragraph') return block
  const words = block.text.split(' ')
  const bold = random.whole(0, words.length - 1)
  const mark =
    block.text.endsWith('.') && random.chance(0.3) ? [{ text: String(random.whole(1, 9)), superscript: true }] : []
  return {
    ...block,
    text: block.text + mark.map(({ text }) => text).join(''),
    runs: [
      ...words.map((word, index) => ({
        text: `${word}${index === words.length - 1 ? '' : ' '}`,
        ...(index === bold && { bold: true }),
      })),
      ...mark,
    ],
  }
}

/** Joins two consecutive paragraphs. */
const joined = (blocks: readonly Block[], { paragraphs }: Disguise): Block[] => {
  if (paragraphs !== 'two joined') return [...blocks]
  const at = blocks.findIndex((block, index) => isJoinable(block) && isJoinable(blocks[index + 1]))
  const [one, other] = [blocks[at], blocks[at + 1]]
  if (one === undefined || other === undefined) return [...blocks]
  return [...blocks.slice(0, at), { ...one, text: `${one.text} ${other.text}` }, ...blocks.slice(at + 2)]
}

/** Page headers and footers stand alone even within the text. */
const isJoinable = (block: Block | undefined): boolean => block?.type === 'paragraph' && block.text.length > 60

const linesOf = ({ cells, rowCount }: Table, block: Block, spell: (text: string) => string): Block[] =>
  Array.from({ length: rowCount }, (_, row) => ({
    id: `${block.id}-${row}`,
    type: 'paragraph' as const,
    page: block.page,
    bbox: block.bbox,
    text: cells.flatMap((cell) => (cell.row === row ? [spell(cell.text)] : [])).join('  '),
  }))

const spelling = (text: string, how: Disguise, random: Random): string => {
  let spelled = text
  if (how.straightQuotes) spelled = spelled.replaceAll(/[“”]/g, '"').replaceAll('–', '-')
  if (how.hyphens)
    spelled = spelled.replaceAll(/\b([a-z]{4})([a-z]{4,})\b/g, (word: string, head: string, tail: string) =>
      random.chance(0.08) ? random.pick([`${head}- ${tail}`, `${head}-\n${tail}`, `${head}\u00AD${tail}`]) : word,
    )
  if (how.spaces)
    spelled = spelled.replaceAll(' ', () => (random.chance(0.1) ? random.pick(['\n', '  ', '\u00A0']) : ' '))
  if (how.spaces) spelled = spelled.replaceAll(/(?<=\d),(?=\d{3})/g, '\u202F')
  if (how.plainNumbers) spelled = spelled.replaceAll(/(?<=\d),(?=\d{3})/g, '')
  if (how.printedLines) spelled = spelled.replaceAll(/(.{50,70}?) /g, '$1\n')
  if (how.ligatures) spelled = spelled.replaceAll('ffi', '\uFB03').replaceAll('fi', '\uFB01').replaceAll('fl', '\uFB02')
  return spelled
}
