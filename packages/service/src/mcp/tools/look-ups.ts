import { PageValue, TableValue } from '@polyparse/document'
import { csvLine } from '@polyparse/document/csv'
import { Type } from '@polyparse/document/typebox'
import { ToolError } from '../service.ts'
import { documentAnswer, maxCharacters } from '../texts.ts'
import { findPassages } from '../find-passages.ts'
import { readsOnly, type Tool, type ToolParts } from './tool.ts'

const jobId = Type.String({ minLength: 1, maxLength: 100, description: 'The `job_id` of parse_document.' })

const pageInput = Type.Object({ job_id: jobId, page: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })

export const getPage = ({ service }: ToolParts): Tool<typeof pageInput> => ({
  name: 'get_page',
  title: 'Read a page',
  description: 'Returns one page of a parsed document as Markdown, with the ids of its tables and images.',
  annotations: readsOnly,
  input: pageInput,
  output: Type.Object({
    page: Type.Integer(),
    tables: Type.Array(Type.String()),
    images: Type.Array(Type.String()),
    is_cut: Type.Boolean({ description: 'Whether the page was too long for one answer.' }),
  }),
  call: async ({ job_id: id, page: number }, { signal }) => {
    const pages = await service.output(id, { output: 'pages', schema: Type.Array(PageValue) }, signal)
    const page = pages.find((each) => each.page === number)
    if (page === undefined)
      throw new ToolError(`Page ${number} was not read; there are ${listed(pages.map((each) => each.page))}.`)
    const tables = page.blocks.flatMap(({ table }) => table ?? [])
    const images = page.blocks.flatMap(({ image }) => image ?? [])
    const summary = `Page ${number}, tables: ${listed(tables)}, images: ${listed(images)}.`
    return documentAnswer(
      { summary, uri: `polyparse://jobs/${id}/pages#${number}`, text: page.markdown.slice(0, maxCharacters) },
      { page: number, tables, images, is_cut: page.markdown.length > maxCharacters },
    )
  },
})

const tableInput = Type.Object(
  {
    job_id: jobId,
    table_id: Type.String({ maxLength: 100, description: 'As get_page names it, such as `p2-t1`.' }),
    format: Type.Optional(Type.Enum(['markdown', 'csv', 'json'], { description: 'Default: markdown.' })),
  },
  { additionalProperties: false },
)

export const getTable = ({ service }: ToolParts): Tool<typeof tableInput> => ({
  name: 'get_table',
  title: 'Read a table',
  description: 'Returns one table of a parsed document as Markdown, CSV or JSON rows.',
  annotations: readsOnly,
  input: tableInput,
  output: Type.Object({ page: Type.Integer(), rows: Type.Array(Type.Array(Type.String())) }),
  call: async ({ job_id: id, table_id: tableId, format = 'markdown' }, { signal }) => {
    const tables = await service.output(id, { output: 'tables', schema: Type.Array(TableValue) }, signal)
    const table = tables.find((each) => each.id === tableId)
    if (table === undefined)
      throw new ToolError(`There is no table ${tableId}; there are ${listed(tables.map((each) => each.id))}.`)
    const { page, rows, markdown } = table
    const shown = {
      markdown: { mimeType: 'text/markdown', text: markdown },
      csv: { mimeType: 'text/csv', text: rows.map(csvLine).join('\r\n') },
      json: { mimeType: 'application/json', text: JSON.stringify(rows) },
    }[format]
    return documentAnswer(
      { summary: `Table ${tableId} of page ${page}.`, uri: `polyparse://jobs/${id}/tables#${tableId}`, ...shown },
      { page, rows },
    )
  },
})

const imageInput = Type.Object(
  { job_id: jobId, image_id: Type.String({ maxLength: 100, description: 'As get_page names it, such as `p2-i1`.' }) },
  { additionalProperties: false },
)

export const getImage = ({ service }: ToolParts): Tool<typeof imageInput> => ({
  name: 'get_image',
  title: 'Look at an image',
  description: 'Returns one image of a parsed document.',
  annotations: readsOnly,
  input: imageInput,
  output: Type.Object({ mime_type: Type.String(), bytes: Type.Integer() }),
  call: async ({ job_id: id, image_id: image }, { signal }) => {
    const { mediaType, bytes } = await service.image(id, image, signal)
    if (bytes.length > maxImageBytes)
      throw new ToolError(`The image has ${bytes.length} bytes, more than the ${maxImageBytes} that are returned here.`)
    return {
      content: [{ type: 'image', mimeType: mediaType, data: Buffer.from(bytes).toString('base64') }],
      structuredContent: { mime_type: mediaType, bytes: bytes.length },
    }
  },
})

/** Most models take images of up to 5 MB. */
const maxImageBytes = 5 * 1024 * 1024

const searchInput = Type.Object(
  {
    job_id: jobId,
    query: Type.String({ minLength: 1, maxLength: 500, description: 'Words to look for.' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: 'Default: 5.' })),
  },
  { additionalProperties: false },
)

export const searchDocument = ({ service }: ToolParts): Tool<typeof searchInput> => ({
  name: 'search_document',
  title: 'Search a document',
  description:
    'Finds the passages of a parsed document that have the words of the query, the best first, with their pages.',
  annotations: readsOnly,
  input: searchInput,
  output: Type.Object({
    passages: Type.Array(Type.Object({ page: Type.Integer(), text: Type.String(), score: Type.Number() })),
  }),
  call: async ({ job_id: id, query, limit = 5 }, { signal }) => {
    const pages = await service.output(id, { output: 'pages', schema: Type.Array(PageValue) }, signal)
    const passages = (await findPassages(pages, query)).slice(0, limit)
    const text = passages.map((passage) => `Page ${passage.page}:\n\n${passage.text}`).join('\n\n---\n\n')
    const summary =
      passages.length === 0 ? 'No passage has these words.' : `${passages.length} passages, the best first.`
    return documentAnswer({ summary, uri: `polyparse://jobs/${id}/pages`, text }, { passages })
  },
})

/** Of a list in a message. */
const maxListed = 30

const listed = (names: readonly (string | number)[]): string => {
  if (names.length === 0) return 'none'
  const shown = names.slice(0, maxListed).join(', ')
  return names.length > maxListed ? `${shown} and ${names.length - maxListed} more` : shown
}
