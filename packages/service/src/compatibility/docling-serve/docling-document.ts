import type { BlockType, OutputValues } from '@polyparse/document'

type DoclingInputDocument = OutputValues['json']
type PageOfDocument = DoclingInputDocument['pages'][number]
type BlockOfPage = PageOfDocument['blocks'][number]
type TableOfDocument = DoclingInputDocument['tables'][number]
type ImageOfDocument = DoclingInputDocument['images'][number]

type Ref = { readonly $ref: string }
type DoclingItem = { readonly self_ref: string; readonly [member: string]: unknown }

const doclingBlockLabels: Readonly<Record<BlockType, string>> = {
  title: 'title',
  heading: 'section_header',
  paragraph: 'text',
  list_item: 'list_item',
  table: 'table',
  picture: 'picture',
  caption: 'caption',
  code: 'code',
  formula: 'formula',
  footnote: 'footnote',
  page_header: 'page_header',
  page_footer: 'page_footer',
  quote: 'text',
  note: 'text',
}

/** Page headers and footers are no part of the body. */
const furniture: ReadonlySet<BlockType> = new Set(['page_header', 'page_footer'])

/**
 * The document as a DoclingDocument (docling-core 2): texts, tables and pictures in reading order, with their boxes from
 * the top left. Items of lists follow each other, each with its marker, not in groups.
 */
export const doclingDocument = (
  document: DoclingInputDocument,
  { filename, images }: { readonly filename: string; readonly images: ReadonlyMap<string, ImageOfDocument> },
): object => {
  const texts: DoclingItem[] = []
  const tables: DoclingItem[] = []
  const pictures: DoclingItem[] = []
  const [body, outside]: [Ref[], Ref[]] = [[], []]
  const tableOf = new Map(document.tables.map((table) => [table.id, table]))

  const add = (items: DoclingItem[], list: string, isFurniture: boolean, members: object): void => {
    const ref = `#/${list}/${items.length}`
    const parent = { $ref: isFurniture ? '#/furniture' : '#/body' }
    items.push({ self_ref: ref, parent, children: [], content_layer: isFurniture ? 'furniture' : 'body', ...members })
    const children = isFurniture ? outside : body
    children.push({ $ref: ref })
  }
  for (const { page, blocks } of document.pages)
    for (const block of blocks) {
      const { type, text } = block
      const label = isTitle(block) ? 'title' : doclingBlockLabels[type]
      const prov = provOf(block, page)
      const table = tableOf.get(block.table ?? '')
      const image = images.get(block.image ?? '')
      const floating = { label, prov, captions: [], references: [], footnotes: [] }
      if (table !== undefined) add(tables, 'tables', false, { ...floating, data: tableData(table) })
      else if (type === 'picture')
        add(pictures, 'pictures', false, {
          ...floating,
          annotations: [],
          ...(image?.data !== undefined && image.data !== '' && { image: imageRef(image) }),
        })
      else add(texts, 'texts', furniture.has(type), { label, prov, orig: text, text, ...extrasOf(block) })
    }

  const root = (name: string, children: readonly Ref[]) => ({
    self_ref: `#/${name}`,
    children,
    content_layer: name,
    name: '_root_',
    label: 'unspecified',
  })
  return {
    schema_name: 'DoclingDocument',
    version: '1.3.0',
    name: filename.replace(/(?<=.)\.[^.]*$/s, ''),
    origin: { mimetype: document.metadata.mimeType, binary_hash: 0, filename },
    furniture: root('furniture', outside),
    body: root('body', body),
    groups: [],
    texts,
    pictures,
    tables,
    key_value_items: [],
    form_items: [],
    pages: Object.fromEntries(
      document.pages.map(({ page, width, height }) => [
        page,
        { page_no: page, size: { width: width ?? 0, height: height ?? 0 } },
      ]),
    ),
  }
}

/** Its Markdown has one `#` more than the level of a section header, and one for a title. */
const isTitle = ({ type, level }: BlockOfPage): boolean => type === 'heading' && level === 1

const extrasOf = ({ type, level, marker, numbering }: BlockOfPage): object => {
  if (type === 'heading' && level !== 1) return { level: (level ?? 2) - 1 }
  if (type === 'list_item') return { enumerated: numbering !== undefined, marker: marker ?? '-' }
  return type === 'code' ? { code_language: 'unknown' } : {}
}

const provOf = ({ bbox, text }: Pick<BlockOfPage, 'bbox' | 'text'>, page: number): object[] =>
  bbox === null
    ? []
    : [
        {
          page_no: page,
          bbox: { l: bbox[0], t: bbox[1], r: bbox[2], b: bbox[3], coord_origin: 'TOPLEFT' },
          charspan: [0, text.length],
        },
      ]

const tableData = ({ rows, cells }: TableOfDocument): object => {
  const table_cells = cells.map(({ row, column, rowSpan, columnSpan, header, text }) => ({
    row_span: rowSpan,
    col_span: columnSpan,
    start_row_offset_idx: row,
    end_row_offset_idx: row + rowSpan,
    start_col_offset_idx: column,
    end_col_offset_idx: column + columnSpan,
    text,
    column_header: header,
    row_header: false,
    row_section: false,
  }))
  const columnCount = Math.max(0, ...rows.map((row) => row.length))
  const grid = rows.map((row, rowIndex) => row.map((_, columnIndex) => emptyCell(rowIndex, columnIndex)))
  for (const cell of table_cells)
    for (const row of grid.slice(cell.start_row_offset_idx, cell.end_row_offset_idx))
      row.fill(cell, cell.start_col_offset_idx, cell.end_col_offset_idx)
  return { table_cells, num_rows: rows.length, num_cols: columnCount, grid }
}

const emptyCell = (row: number, column: number) => ({
  row_span: 1,
  col_span: 1,
  start_row_offset_idx: row,
  end_row_offset_idx: row + 1,
  start_col_offset_idx: column,
  end_col_offset_idx: column + 1,
  text: '',
  column_header: false,
  row_header: false,
  row_section: false,
})

/** Resolution is that of points, which boxes are in. */
const imageRef = ({ mimeType, width, height, data }: ImageOfDocument): object => ({
  mimetype: mimeType,
  dpi: 72,
  size: { width, height },
  uri: `data:${mimeType};base64,${data}`,
})
