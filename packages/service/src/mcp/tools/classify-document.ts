import { ClassificationRequest, limits } from '@polyparse/contract'
import { ClassificationValue } from '@polyparse/document'
import { firstOf, lastOf } from '@polyparse/document/items'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { documentAnswer } from '../texts.ts'
import { ToolError } from '../tool-error.ts'
import { sureConfidence } from './extract-document.ts'
import { outputsForLookUps } from './parse-document.ts'
import { jobRequestFor, sourceInput } from './source-input.ts'
import { parses, type Tool, type ToolParts } from './tool.ts'

const { labels, by, model, instructions } = ClassificationRequest.properties

const input = ({ openFile }: ToolParts) =>
  Type.Object(
    {
      source: sourceInput(openFile),
      labels,
      by,
      model,
      instructions,
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

const classifyDocumentOutput = Type.Object({
  job_id: Type.String({ description: 'For the other tools.' }),
  ranges: Type.Array(
    Type.Object({
      label: Type.Union([Type.String(), Type.Null()], { description: 'Null where no label is sure enough.' }),
      first_page: Type.Integer(),
      last_page: Type.Integer(),
      confidence: Type.Number(),
    }),
    { description: 'The first ones, where there are very many.' },
  ),
})

/** Ranges that are listed; a document of thousands of pages may have more. */
const maxRanges = 500
/** The length of the output above which it is read over HTTP. */
const maxClassificationBytes = 4 * 1024 * 1024

export const classifyDocumentTool = (parts: ToolParts): Tool<ReturnType<typeof input>> => ({
  name: 'classify_document',
  title: 'Give a document one of several labels',
  description:
    'Reads a document and says which of the labels it has, or which each range of its pages has, by titles and typical words or by a model. It is null where none is sure enough.',
  annotations: parses,
  input: input(parts),
  output: classifyDocumentOutput,
  call: async ({ source, pages, ...classification }, { signal, onProgress }) => {
    const { service, openFile } = parts
    const asked = {
      operation: 'parse',
      outputs: [...outputsForLookUps, 'classification'],
      classification,
      ...(pages !== undefined && { pages }),
    } as const
    const id = await service.runJob(await jobRequestFor(source, asked, openFile), onProgress, signal)
    const { bytes, isWhole } = await service.text(id, 'classification', maxClassificationBytes, signal)
    if (!isWhole)
      throw new ToolError(`The classification has more than ${maxClassificationBytes} bytes: ask for fewer pages.`)
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!Check(ClassificationValue, value))
      throw new ToolError('The service answered with an unexpected classification.')
    const doubtful = value.ranges.filter(({ confidence }) => confidence < sureConfidence).length
    return documentAnswer(
      {
        summary: `job_id ${id}: ${value.ranges.length} ranges, of which ${doubtful} are doubtful or have no label.`,
        uri: `polyparse://jobs/${id}/classification`,
        mimeType: 'application/json',
        text: JSON.stringify(value.ranges),
      },
      { job_id: id, ranges: value.ranges.slice(0, maxRanges).map(rangeOf) },
    )
  },
})

const rangeOf = ({ label, pages, confidence }: ClassificationValue['ranges'][number]) => ({
  label,
  first_page: firstOf(pages),
  last_page: lastOf(pages),
  confidence,
})
