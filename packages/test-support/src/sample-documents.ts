import type { Block, Document, Table } from '@polyparse/document'
import { cell } from './documents.ts'
import { randomFrom, type Random } from './random.ts'

/** Documents of several kinds, each as its author intended it: what a perfect provider would return. */
export const sampleDocuments = (): { name: string; document: Document }[] =>
  recipes.map(({ name, pages, parts }, index) => ({
    name,
    document: compose(name, pages, parts, randomFrom(1000 + index)),
  }))

type SampleDocumentPart =
  | 'prose'
  | 'figures'
  | 'dates'
  | 'list'
  | 'accounts'
  | 'schedule'
  | 'stock'
  | 'heading'
  | 'notes'

const recipes: readonly { name: string; pages: number; parts: readonly SampleDocumentPart[] }[] = [
  { name: 'Annual report', pages: 3, parts: ['heading', 'prose', 'figures', 'accounts', 'prose'] },
  { name: 'Inspection minutes', pages: 2, parts: ['heading', 'dates', 'list', 'prose', 'prose'] },
  { name: 'Price list', pages: 2, parts: ['heading', 'stock', 'prose', 'stock'] },
  { name: 'Timetable of works', pages: 2, parts: ['heading', 'schedule', 'dates', 'prose', 'figures'] },
  { name: 'Contract', pages: 4, parts: ['heading', 'prose', 'list', 'dates', 'prose', 'notes'] },
  { name: 'Survey of wells', pages: 2, parts: ['heading', 'figures', 'accounts', 'figures', 'notes'] },
  { name: 'Letter', pages: 1, parts: ['dates', 'prose', 'figures', 'prose', 'list'] },
  { name: 'Two chapters', pages: 2, parts: ['heading', 'prose', 'prose', 'heading', 'figures', 'prose'] },
  { name: 'Balance sheets', pages: 3, parts: ['heading', 'accounts', 'figures', 'accounts'] },
  { name: 'Handbook', pages: 5, parts: ['heading', 'prose', 'list', 'prose', 'figures', 'list'] },
  { name: 'Delivery notes', pages: 3, parts: ['heading', 'schedule', 'stock', 'dates'] },
  {
    name: 'Scientific article',
    pages: 4,
    parts: ['heading', 'prose', 'figures', 'prose', 'accounts', 'prose', 'notes'],
  },
]

const vocabulary =
  `river stone harbour engine council window measure valley carbon signal garden winter copper market bridge
station record method surface current weather village treaty journal captain library mountain forest account
reason material process section pressure channel station output quality transport machine paper office factory
district railway evidence customer standard account inspection maintenance information installation configuration
temperature department operating condition observed remarkable finding efficient flow office final definition
northern southern regular careful modern public former present complete narrow simple distant ancient several
describes follows contains requires produces exceeds reaches supports explains compares improves confirms replaces
because although whereas between against within during without beyond towards across despite`.split(/\s+/)

const monthNames = ['January', 'March', 'April', 'May', 'July', 'August', 'October', 'December']

const sentence = (random: Random, words = random.whole(9, 18)): string => {
  const chosen = Array.from({ length: words }, (_, index) =>
    index % 4 === 2 ? random.pick(['the', 'of', 'a', 'in', 'and', 'to', 'for']) : random.pick(vocabulary),
  )
  const text = chosen.join(' ')
  const quoted = random.chance(0.15) ? text.replace(/ (\w+) (\w+) /, ' “$1 $2” ') : text
  return `${quoted.charAt(0).toUpperCase()}${quoted.slice(1)}.`
}

const sentences = (random: Random, count: number): string =>
  Array.from({ length: count }, () => sentence(random)).join(' ')

export const paragraphText = (random: Random): string => sentences(random, random.whole(2, 5))

const amount = (random: Random): string => random.whole(1_000, 999_999).toLocaleString('en-US')
const share = (random: Random): string => `${random.whole(1, 98)}.${random.whole(1, 9)}`
export const dateText = (random: Random): string => {
  const [day, month, year] = [random.whole(1, 28), random.whole(1, 8), random.whole(1991, 2025)]
  return random.chance(0.5)
    ? `${day} ${monthNames[month - 1]} ${year}`
    : `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

type SampleDocumentBlock = Pick<Block, 'type' | 'text'> & {
  level?: number
  marker?: string
  rows?: readonly (readonly string[])[]
}

const makers: Readonly<Record<SampleDocumentPart, (random: Random) => SampleDocumentBlock[]>> = {
  heading: (random) => [{ type: 'heading', level: 2, text: sentence(random, 4).replace('.', '') }],
  prose: (random) => [{ type: 'paragraph', text: paragraphText(random) }],
  figures: (random) => [
    {
      type: 'paragraph',
      text: `${sentence(random)} The total came to ${amount(random)} units, or ${share(random)}% of ${amount(random)}. ${sentence(random)}`,
    },
  ],
  dates: (random) => [
    {
      type: 'paragraph',
      text: `${sentence(random)} It was signed on ${dateText(random)} and ends on ${dateText(random)}. ${sentence(random)}`,
    },
  ],
  list: (random) =>
    Array.from({ length: random.whole(3, 5) }, (_, index) => ({
      type: 'list_item' as const,
      level: 1,
      marker: index % 2 === 0 ? '•' : '–',
      text: sentence(random),
    })),
  notes: (random) => [{ type: 'footnote', text: sentence(random) }],
  accounts: (random) => [
    createSampleTable(['Item', '2023', '2024', 'Change'], random.whole(5, 9), () => [
      `${random.pick(vocabulary)} ${random.pick(vocabulary)}`,
      amount(random),
      amount(random),
      `${share(random)}%`,
    ]),
  ],
  schedule: (random) => [
    createSampleTable(['Work', 'Begins', 'Ends'], random.whole(4, 7), () => [
      sentence(random, 3),
      dateText(random),
      dateText(random),
    ]),
  ],
  stock: (random) => [
    createSampleTable(['Code', 'Name', 'Place', 'Number', 'Price'], random.whole(5, 12), () => [
      `${random.pick(['AB', 'KX', 'ZT'])}-${random.whole(1000, 9999)}`,
      `${random.pick(vocabulary)} ${random.pick(vocabulary)}`,
      random.pick(['North', 'South', 'East', 'West']),
      String(random.whole(1, 40)),
      `${random.whole(1, 900)}.${random.whole(10, 99)}`,
    ]),
  ],
}

const createSampleTable = (head: readonly string[], rows: number, row: () => string[]): SampleDocumentBlock => ({
  type: 'table',
  text: '',
  rows: [head, ...Array.from({ length: rows }, row)],
})

const compose = (name: string, pageCount: number, parts: readonly SampleDocumentPart[], random: Random): Document => {
  const tables: Table[] = []
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const number = index + 1
    const pieces: SampleDocumentBlock[] = [
      { type: 'page_header', text: `${name} for the general meeting` },
      ...(index === 0 ? [{ type: 'title' as const, level: 1, text: `${name}: ${sentence(random, 5)}` }] : []),
      ...parts.flatMap((part) => makers[part](random)),
      { type: 'page_footer', text: `Page ${number} of ${pageCount}` },
    ]
    const blocks = pieces.map(({ rows, ...piece }, position): Block => {
      const bbox = [60, 40 + position * 50, 540, 80 + position * 50] as const
      const block = { id: `p${number}-b${position + 1}`, page: number, bbox, ...piece }
      if (rows === undefined) return block
      const id = `p${number}-t${position + 1}`
      tables.push({
        id,
        page: number,
        bbox,
        rowCount: rows.length,
        columnCount: rows[0]?.length ?? 0,
        cells: rows.flatMap((row, at) => row.map((text, column) => cell(at, column, text, at === 0))),
      })
      return { ...block, table: id }
    })
    return { number, width: 600, height: 800, rotation: 0 as const, blocks }
  })
  return {
    metadata: { mimeType: 'application/pdf', documentPageCount: pageCount },
    pages,
    tables,
    pictures: [],
    outline: [],
    warnings: [],
  }
}
