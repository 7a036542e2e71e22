import { ExtractionRequest, limits } from '@polyparse/contract'
import { ExtractionValue } from '@polyparse/document'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { documentAnswer } from '../texts.ts'
import { ToolError } from '../tool-error.ts'
import { outputsForLookUps } from './parse-document.ts'
import { jobRequestFor, sourceInput } from './source-input.ts'
import { parses, type Tool, type ToolParts } from './tool.ts'

const input = ({ openFile }: ToolParts) =>
  Type.Object(
    {
      source: sourceInput(openFile),
      schema: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description:
            'The JSON Schema of the type object that is to be filled: objects, arrays, strings with formats, numbers, booleans, enums. Names and descriptions say which value is meant; words as they are printed, in brackets, help most.',
        }),
      ),
      schema_id: Type.Optional(
        Type.String({ description: 'A schema that is stored in the service, in place of `schema`: one is required.' }),
      ),
      model: ExtractionRequest.properties.model,
      instructions: ExtractionRequest.properties.instructions,
      pages: Type.Optional(
        Type.Array(Type.Integer(limits.pageNumber), {
          minItems: 1,
          maxItems: limits.pages,
          description: 'Only these pages, from 1. Omitted: the whole document.',
        }),
      ),
    },
    { additionalProperties: false },
  )

const extractDocumentOutput = Type.Object({
  job_id: Type.String({ description: 'For the other tools.' }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'Null where a value was not found on the page.' }),
  not_found: Type.Array(Type.String(), { description: 'The values that were not found, as JSON pointers.' }),
  doubtful: Type.Array(
    Type.Object({ path: Type.String(), confidence: Type.Number(), page: Type.Union([Type.Integer(), Type.Null()]) }),
    { description: 'Values that may be others than those asked for, the most doubtful first.' },
  ),
})

/**
 * A value or label counts as sure from here on; 0.97 of values above were right on the documents of a public benchmark.
 */
export const sureConfidence = 0.7
/** Paths of one kind that are listed. */
const maxListed = 100
/** The length of the output above which it is read over HTTP: an extraction of thousands of rows has more. */
const maxExtractionBytes = 2 * 1024 * 1024

export const extractDocument = (parts: ToolParts): Tool<ReturnType<typeof input>> => ({
  name: 'extract_document',
  title: 'Fill a schema from a document',
  description:
    'Reads a document and fills a JSON Schema from it by labels, forms, tables and lists, or has a model propose the values. Every value was found on the page; what was not is null.',
  annotations: parses,
  input: input(parts),
  output: extractDocumentOutput,
  call: async ({ source, schema, schema_id: schemaId, model, instructions, pages }, { signal, onProgress }) => {
    const { service, openFile } = parts
    const asked = {
      operation: 'parse',
      outputs: [...outputsForLookUps, 'extraction'],
      extraction: {
        ...(schema !== undefined && { schema }),
        ...(schemaId !== undefined && { schemaId }),
        ...(model !== undefined && { model }),
        ...(instructions !== undefined && { instructions }),
      },
      ...(pages !== undefined && { pages }),
    } as const
    const id = await service.runJob(await jobRequestFor(source, asked, openFile), onProgress, signal)
    const { bytes, isWhole } = await service.text(id, 'extraction', maxExtractionBytes, signal)
    if (!isWhole) throw new ToolError(`The extraction has more than ${maxExtractionBytes} bytes: ask for fewer pages.`)
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!Check(ExtractionValue, value)) throw new ToolError('The service answered with an unexpected extraction.')
    const structuredContent = summaryOf(id, value)
    const { not_found: missing, doubtful } = structuredContent
    const summary = `job_id ${id}: ${value.evidence.length} values, not found: ${missing.length}, doubtful: ${doubtful.length}.`
    const uri = `polyparse://jobs/${id}/extraction`
    return documentAnswer(
      { summary, uri, mimeType: 'application/json', text: JSON.stringify(value.data) },
      structuredContent,
    )
  },
})

const summaryOf = (id: string, { data, evidence }: ExtractionValue) => ({
  job_id: id,
  data,
  not_found: evidence.flatMap(({ path, status }) => (status === 'not_found' ? [path] : [])).slice(0, maxListed),
  doubtful: evidence
    .filter(({ status, confidence }) => status !== 'not_found' && confidence < sureConfidence)
    .toSorted((one, other) => one.confidence - other.confidence)
    .slice(0, maxListed)
    .map(({ path, confidence, page }) => ({ path, confidence, page })),
})
