import { outputSchemas, type OutputValues } from '@polyparse/document'
import type { FlowBlock, FlowTable } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPage } from '../answer.ts'
import { inlinePicture } from '../fetch-pictures.ts'
import { answerReader } from '../read-answer.ts'

type JsonOutput = OutputValues['json']
type Tables = ReadonlyMap<string, FlowTable>
type JsonOutputBlock = JsonOutput['pages'][number]['blocks'][number]
type Child = NonNullable<JsonOutputBlock['blocks']>[number]

/** The pages of documents in the shape of the output `json`. */
export const documentPages = (
  vendor: string,
  answers: readonly unknown[],
  original: (position: number) => number,
): AnswerPage[] => {
  const read = answerReader(vendor, outputSchemas.json)
  return answers.flatMap((answer) => pagesOfJsonOutput(read(answer), original))
}

const pagesOfJsonOutput = (
  { pages, tables, images }: JsonOutput,
  original: (position: number) => number,
): AnswerPage[] => {
  const files = new Map(images.map(({ id, data = '' }) => [id, inlinePicture(data)]))
  const byId: Tables = new Map(tables.map((table) => [table.id, flowTable(table)]))
  return pages.map(({ page, width, height, quality, blocks }) => ({
    number: original(page),
    size: width === null || height === null ? null : { width, height },
    points: 1,
    blocks: blocks.map((block) => answerBlock(block, { tables: byId, files })),
    ...(quality !== undefined && { quality }),
  }))
}

/** Cells hold text here, also where the document has blocks in them. */
const flowTable = ({ rows, cells, caption }: JsonOutput['tables'][number]): FlowTable => ({
  rowCount: rows.length,
  columnCount: Math.max(0, ...rows.map((row) => row.length)),
  cells: cells.map(({ blocks: _blocks, bbox: _bbox, ...cell }) => cell),
  ...(caption !== undefined && { caption }),
})

type JsonBlockReferences = { readonly tables: Tables; readonly files: ReadonlyMap<string, Uint8Array | null> }

const answerBlock = (block: JsonOutputBlock, { tables, files }: JsonBlockReferences): AnswerBlock => {
  const { bbox, confidence, image, blocks } = block
  return {
    ...flowBlock(block, tables),
    ...(blocks !== undefined && { blocks: blocks.map((child) => flowBlock(child, tables)) }),
    box: bbox,
    ...(confidence !== undefined && { confidence }),
    ...(image !== undefined && { picture: { data: files.get(image) ?? null } }),
  }
}

const flowBlock = (
  { type, text, level, marker, numbering, runs, table }: Child,
  tables: Tables,
): Omit<FlowBlock, 'picture'> => {
  const found = table === undefined ? undefined : tables.get(table)
  return {
    type: type === 'table' && found === undefined ? 'paragraph' : type,
    text,
    ...(level !== undefined && { level }),
    ...(marker !== undefined && { marker }),
    ...(numbering !== undefined && { numbering }),
    ...(runs !== undefined && { runs }),
    ...(found !== undefined && { table: found }),
  }
}
