import type { FlowCell } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPicture } from '../../answer.ts'
import { markedItem, nonEmpty, placedTable, type Place } from '../../answer-blocks.ts'
import { inlinePicture } from '../../fetch-pictures.ts'
import { gridTable } from '../../grid-table.ts'
import type { GoogleLayoutBlock, GoogleDocument } from './google-document-ai-answer-shape.ts'
import { googleCells } from './cells.ts'
import { boxOfPoly, type PageSize } from './places.ts'

/** A block with its page in what was sent. */
export type LaidBlock = { readonly page: number; readonly block: AnswerBlock }

/** The depth of blocks within blocks to which an answer is read. */
const maxGoogleLayoutDepth = 100

/** The place of a block. */
type GoogleLayoutContext = { readonly page: number; readonly depth: number; readonly list: number }

/** Converts the blocks of the Layout Parser, in reading order. */
export const blocksOfLayout = (
  { documentLayout, blobAssets }: GoogleDocument,
  sizeOf: (page: number) => PageSize,
): LaidBlock[] => {
  const files = new Map((blobAssets ?? []).map(({ assetId, content }) => [assetId, content]))
  const found: LaidBlock[] = []

  const visitAll = (blocks: readonly GoogleLayoutBlock[] | null | undefined, around: GoogleLayoutContext): void => {
    if (around.depth > maxGoogleLayoutDepth) return
    for (const block of blocks ?? []) visit(block, { ...around, depth: around.depth + 1 })
  }

  const visit = (given: GoogleLayoutBlock, around: GoogleLayoutContext): void => {
    const page = pageOfGoogleLayoutBlock(given) ?? around.page
    const place: Place = { box: boxOfPoly(given.boundingBox, sizeOf(page)) }
    const add = (...blocks: readonly AnswerBlock[]): void =>
      void found.push(...blocks.map((block) => ({ page, block })))
    const { textBlock, tableBlock, listBlock, imageBlock } = given
    if (textBlock) {
      add(...blocksOfGoogleText(textBlock.type, tidied(textBlock.text), place))
      visitAll(textBlock.blocks, { ...around, page })
    }
    if (tableBlock) add(placedTable(gridTable(gridOf(tableBlock), tidied(tableBlock.caption)), place))
    if (imageBlock) add({ type: 'picture', text: tidied(imageBlock.imageText), ...place, picture: fileOf(imageBlock) })
    if (listBlock) {
      const list = around.list + 1
      for (const [index, { blocks }] of (listBlock.listEntries ?? []).entries()) {
        const [first, ...more] = blocks ?? []
        const entry = first?.textBlock
        if (entry) {
          const marker = listBlock.type === 'ordered' ? { marker: `${index + 1}.` } : {}
          const box = boxOfPoly(first.boundingBox, sizeOf(pageOfGoogleLayoutBlock(first) ?? page)) ?? place.box
          const item = { type: 'list_item', level: list, ...markedItem(tidied(entry.text)), ...marker } as const
          found.push(
            ...nonEmpty({ ...item, box }).map((block) => ({ page: pageOfGoogleLayoutBlock(first) ?? page, block })),
          )
        }
        visitAll(entry ? [...(entry.blocks ?? []), ...more] : blocks, { ...around, page, list })
      }
    }
  }

  const fileOf = ({ dataUri, blobAssetId }: NonNullable<GoogleLayoutBlock['imageBlock']>): AnswerPicture => {
    const data = dataUri || files.get(blobAssetId ?? null) || null
    return { data: data === null ? null : inlinePicture(data) }
  }

  visitAll(documentLayout?.blocks, { page: 1, depth: 0, list: 0 })
  return found
}

const pageOfGoogleLayoutBlock = ({ pageSpan }: GoogleLayoutBlock): number | null => pageSpan?.pageStart || null

const blocksOfGoogleText = (type: string | null | undefined, text: string, place: Place): AnswerBlock[] => {
  const level = /^heading-([1-6])$/.exec(type ?? '')?.[1]
  if (level !== undefined) return nonEmpty({ type: 'heading', level: Number(level), text, ...place })
  if (type === 'subtitle') return nonEmpty({ type: 'heading', level: 2, text, ...place })
  return nonEmpty({ type: googleLayoutBlockTypes[type ?? ''] ?? 'paragraph', text, ...place })
}

/** Google's documentation adds `title` and `footnote` to the types of its protocol. */
const googleLayoutBlockTypes: Readonly<Record<string, AnswerBlock['type']>> = {
  title: 'title',
  header: 'page_header',
  footer: 'page_footer',
  footnote: 'footnote',
}

const gridOf = ({ headerRows, bodyRows }: NonNullable<GoogleLayoutBlock['tableBlock']>): FlowCell[] => {
  const rows = [...(headerRows ?? []), ...(bodyRows ?? [])]
  return googleCells(rows.map(({ cells }) => cells ?? [])).map(({ cell, row, ...spans }) => ({
    row,
    ...spans,
    text: wordsIn(cell.blocks, 0).join(' '),
    header: row < (headerRows?.length ?? 0),
  }))
}

/** Collects the texts of a cell. */
const wordsIn = (blocks: readonly GoogleLayoutBlock[] | null | undefined, depth: number): string[] =>
  depth > maxGoogleLayoutDepth
    ? []
    : (blocks ?? []).flatMap(({ textBlock, listBlock, tableBlock, imageBlock }) => [
        ...[textBlock?.text, imageBlock?.imageText].map(tidied).filter((text) => text !== ''),
        ...[
          textBlock,
          ...(listBlock?.listEntries ?? []),
          ...(tableBlock === undefined ? [] : cellsIn(tableBlock)),
        ].flatMap((holder) => wordsIn(holder?.blocks, depth + 1)),
      ])

const cellsIn = (table: GoogleLayoutBlock['tableBlock']) =>
  [...(table?.headerRows ?? []), ...(table?.bodyRows ?? [])].flatMap(({ cells }) => cells ?? [])

const tidied = (text: string | null | undefined): string => (text ?? '').trim()
