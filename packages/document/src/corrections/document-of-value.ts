import type { Block, Cell, ChildBlock, Document, Picture, Table } from '../model.ts'
import type {
  BlockValue,
  CellValue,
  ChildBlockValue,
  DocumentValue,
  ImageValue,
  TableValue,
} from '../outputs/values.ts'

/**
 * The document that an output `json` was made of, as far as other outputs are made of it: without the files of its pictures, and
 * what is of the result, such as warnings.
 */
export const documentOfValue = ({
  metadata,
  pages,
  tables,
  images,
  outline,
  fields,
  ...rest
}: DocumentValue): Document => {
  const { filename: _, sizeBytes: __, ...own } = metadata
  const { comments, attachments } = rest
  return {
    metadata: own,
    pages: pages.map(({ page, blocks, ...layout }) => ({ ...layout, number: page, blocks: blocks.map(blockOf) })),
    tables: tables.map(tableOf),
    pictures: images.map(pictureOf),
    outline,
    ...(fields !== undefined && { fields }),
    ...(comments !== undefined && { comments }),
    ...(attachments !== undefined && { attachments }),
    warnings: [],
  }
}

const blockOf = ({ image, blocks, ...block }: BlockValue): Block => ({
  ...block,
  ...(image !== undefined && { picture: image }),
  ...(blocks !== undefined && { blocks: blocks.map(childOf) }),
})

const childOf = ({ image, ...child }: ChildBlockValue): ChildBlock => ({
  ...child,
  ...(image !== undefined && { picture: image }),
})

const cellOf = ({ blocks, ...cell }: CellValue): Cell => ({
  ...cell,
  ...(blocks !== undefined && { blocks: blocks.map(childOf) }),
})

const tableOf = (value: TableValue): Table => {
  const { rows, cells, markdown: _, html: __, ...table } = value
  const [firstRow = []] = rows
  return {
    ...table,
    rowCount: cells.reduce((most, { row, rowSpan }) => Math.max(most, row + rowSpan), rows.length),
    columnCount: cells.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), firstRow.length),
    cells: cells.map(cellOf),
  }
}

const pictureOf = (value: ImageValue): Picture => {
  const { data: _, url: __, ...picture } = value
  return { ...picture, data: new Uint8Array() }
}
