import { limits } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { jobRequestFor, sourceInput } from './source-input.ts'
import { parses, type Tool, type ToolParts } from './tool.ts'

const input = ({ openFile }: ToolParts) =>
  Type.Object(
    {
      source: sourceInput(openFile),
      pages: Type.Optional(
        Type.Array(Type.Integer(limits.pageNumber), {
          minItems: 1,
          maxItems: limits.pages,
          description: 'Only these pages, from 1. Omitted: the whole document.',
        }),
      ),
      provider: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'The parser. Omitted: the service’s best, `auto` unless configured.',
        }),
      ),
    },
    { additionalProperties: false },
  )

const parseDocumentOutput = Type.Object({
  job_id: Type.String({ description: 'For the other tools.' }),
  pages_read: Type.Integer({ description: 'The number of pages that were read.' }),
  pages_shown: Type.Array(Type.Integer(), { description: 'Those in this answer; `get_page` has the others.' }),
  warnings: Type.Array(Type.String()),
})

/** The outputs that the other tools look things up in. */
export const outputsForLookUps = ['pages', 'tables', 'images', 'markdown'] as const

export const parseDocument = (parts: ToolParts): Tool<ReturnType<typeof input>> => ({
  name: 'parse_document',
  title: 'Parse a document',
  description:
    'Reads a document (PDF, Office, images, mails, web pages and more) and returns it as Markdown, page by page. Of a long document the first pages are returned; the rest is read with get_page, or searched with search_document.',
  annotations: parses,
  input: input(parts),
  output: parseDocumentOutput,
  call: async ({ source, pages, provider }, { signal, onProgress }) => {
    const { service, openFile } = parts
    const asked = {
      operation: 'parse',
      outputs: outputsForLookUps,
      ...(pages !== undefined && { pages }),
      ...(provider !== undefined && { provider }),
    } as const
    const id = await service.runJob(await jobRequestFor(source, asked, openFile), onProgress, signal)
    return service.lookUp({ kind: 'beginning', id }, signal)
  },
})
