import { Type } from '@polyparse/document/typebox'
import { ToolError } from '../tool-error.ts'
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
    is_cut: Type.Boolean({ description: 'True if the page was too long for one answer.' }),
  }),
  call: ({ job_id: id, page }, { signal }) => service.lookUp({ kind: 'page', id, page }, signal),
})

const tableInput = Type.Object(
  {
    job_id: jobId,
    table_id: Type.String({ maxLength: 100, description: 'The id that get_page gives, such as `p2-t1`.' }),
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
  output: Type.Object({
    page: Type.Integer(),
    rows: Type.Array(Type.Array(Type.String())),
    is_cut: Type.Boolean({ description: 'True if the table was too long for one answer.' }),
  }),
  call: ({ job_id: id, table_id: table, format = 'markdown' }, { signal }) =>
    service.lookUp({ kind: 'table', id, table, format }, signal),
})

const imageInput = Type.Object(
  {
    job_id: jobId,
    image_id: Type.String({ maxLength: 100, description: 'The id that get_page gives, such as `p2-i1`.' }),
  },
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
    const { mediaType, bytes, isWhole } = await service.image(id, image, maxImageBytes, signal)
    if (!isWhole) throw new ToolError(`The image has more than the ${maxImageBytes} bytes that are returned here.`)
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
  call: ({ job_id: id, query, limit = 5 }, { signal }) =>
    service.lookUp({ kind: 'passages', id, query, limit }, signal),
})
