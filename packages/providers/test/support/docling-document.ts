import type { DoclingDocument, RefItem, TableItem, TextItem } from '@docling/docling-core'
import type { Box } from '@polyparse/document'
import type { SampleBlock, SamplePage } from './sample.ts'

type Texts = NonNullable<DoclingDocument['texts']>
type Label = TextItem['label']

type How = {
  readonly images: boolean
  readonly origin: 'TOPLEFT' | 'BOTTOMLEFT'
  /** Documents that flow have neither pages nor positions. */
  readonly places: boolean
}

/** §3 of the dossier, in the types of the project's own package: lists of things, and a tree of references to them. */
export const doclingDocument = (
  pages: readonly (SamplePage & { readonly number: number })[],
  { images, origin, places }: How,
): DoclingDocument => {
  const texts: Texts = []
  const tables: NonNullable<DoclingDocument['tables']> = []
  const pictures: NonNullable<DoclingDocument['pictures']> = []
  const groups: NonNullable<DoclingDocument['groups']> = []
  const body: RefItem[] = []

  for (const page of pages) {
    const provOf = ([l, t, r, b]: Box) => {
      const sides = origin === 'TOPLEFT' ? { l, t, r, b } : { l, t: page.height - t, r, b: page.height - b }
      const bbox = { ...sides, coord_origin: origin }
      return places ? [{ page_no: page.number, bbox, charspan: [0, 1] as [number, number] }] : []
    }
    const add = (item: Texts[number]): RefItem => {
      texts.push(item)
      return { $ref: item.self_ref }
    }
    const common = (text: string, box: Box) => ({
      self_ref: `#/texts/${texts.length}`,
      orig: text,
      text,
      prov: provOf(box),
    })
    const plain = (label: Label, text: string, box: Box, content_layer: 'body' | 'furniture' = 'body') =>
      add({ ...common(text, box), label, content_layer })

    const visit = (block: SampleBlock, before: SampleBlock | undefined, after: SampleBlock | undefined): void => {
      const { box } = block
      switch (block.kind) {
        case 'heading':
          return void body.push(
            block.level === 1
              ? add({ ...common(block.text, box), label: 'title' })
              : add({ ...common(block.text, box), label: 'section_header', level: block.level - 1 }),
          )
        case 'list': {
          const self_ref = `#/groups/${groups.length}`
          const children = block.items.map((text) =>
            add({ ...common(text, box), label: 'list_item', enumerated: false, marker: '-' }),
          )
          groups.push({ self_ref, label: 'list', name: 'list', children })
          return void body.push({ $ref: self_ref })
        }
        case 'paragraph': {
          const pieces = block.text.split('**')
          if (pieces.length === 1) return void body.push(plain('text', block.text, box))
          // Pieces of different styles form a group, and the words between them are trimmed.
          const self_ref = `#/groups/${groups.length}`
          const children = pieces.map((text, index) =>
            add({ ...common(text.trim(), box), label: 'text', formatting: index % 2 === 1 ? { bold: true } : null }),
          )
          groups.push({ self_ref, label: 'inline', name: 'group', children })
          return void body.push({ $ref: self_ref })
        }
        case 'code':
          return void body.push(add({ ...common(block.text, box), label: 'code' }))
        case 'header':
          return void body.push(plain('page_header', block.text, box, 'furniture'))
        case 'footer':
          return void body.push(plain('page_footer', block.text, box, 'furniture'))
        case 'caption':
          return before?.kind === 'picture' ? undefined : void body.push(plain('caption', block.text, box))
        case 'table': {
          const self_ref = `#/tables/${tables.length}`
          tables.push({ self_ref, label: 'table', prov: provOf(box), data: dataOf(block.rows) })
          return void body.push({ $ref: self_ref })
        }
        case 'picture':
        default: {
          const self_ref = `#/pictures/${pictures.length}`
          const inside = plain('text', block.text, box)
          const captions = after?.kind === 'caption' ? [plain('caption', after.text, after.box)] : []
          const uri = `data:image/png;base64,${block.file.toString('base64')}`
          pictures.push({
            self_ref,
            label: 'picture',
            prov: provOf(box),
            captions,
            children: [inside, ...captions],
            image: images ? { mimetype: 'image/png', dpi: 144, size: { width: 40, height: 20 }, uri } : null,
          })
          return void body.push({ $ref: self_ref })
        }
      }
    }
    for (const [index, block] of page.blocks.entries()) visit(block, page.blocks[index - 1], page.blocks[index + 1])
  }
  return {
    schema_name: 'DoclingDocument',
    version: '1.10.0',
    name: 'document',
    body: { self_ref: '#/body', name: '_root_', label: 'unspecified', children: body },
    furniture: { self_ref: '#/furniture', name: '_root_', label: 'unspecified', children: [] },
    groups,
    texts,
    tables,
    pictures,
    pages: places
      ? Object.fromEntries(
          pages.map(({ number, width, height }) => [String(number), { page_no: number, size: { width, height } }]),
        )
      : {},
  }
}

/** The empty cell belongs to the one before it. */
const dataOf = (rows: readonly (readonly string[])[]): TableItem['data'] => {
  const table_cells = rows.flatMap((row, rowIndex) =>
    row.flatMap((text, column) => {
      if (text === '') return []
      const span = row[column + 1] === '' ? 2 : 1
      return [
        {
          text,
          row_span: 1,
          col_span: span,
          start_row_offset_idx: rowIndex,
          end_row_offset_idx: rowIndex + 1,
          start_col_offset_idx: column,
          end_col_offset_idx: column + span,
          column_header: rowIndex === 0,
          row_header: false,
          row_section: false,
        },
      ]
    }),
  )
  return { num_rows: rows.length, num_cols: rows[0]?.length ?? 0, table_cells, grid: [] }
}
