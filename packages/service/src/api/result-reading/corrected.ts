import { buffer } from 'node:stream/consumers'
import {
  correctDocument,
  type Document,
  documentOfValue,
  faultsOfCorrections,
  render,
  warning,
  type Warning,
} from '@polyparse/document'
import {
  type Correction,
  DocumentValue,
  type OutputId,
  type OutputValues,
  placeOfCorrection,
  Warning as WarningSchema,
} from '@polyparse/document/schema'
import { ParseResult } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { changeMembers } from '../../lib/json-members.ts'
import type { OpenBody } from '../../mcp/look-ups/open-body.ts'
import type { CorrectionFault, LayerOverResult } from './messages.ts'
import { optionalValueIn, valueIn } from './value-in.ts'

const documentIn = optionalValueIn(DocumentValue)
const warningsIn = valueIn(Type.Array(WarningSchema))
const chunkingIn = optionalValueIn(ParseResult.properties.chunking)
const modelIn = optionalValueIn(Type.String())
const comparisonIn = optionalValueIn(Type.Unknown())

/**
 * Returns the faults of corrections of a result, by their index; `no_document` if it has no `json`, or not the whole of
 * it, so that outputs cannot be made again.
 */
export const checkCorrections = async (
  body: OpenBody,
  corrections: readonly Correction[],
): Promise<readonly CorrectionFault[] | 'no_document'> => {
  const value = await documentIn(body, ['result', 'outputs', 'json'])
  if (value === undefined || (await warningsOfResult(body)).some(isCut)) return 'no_document'
  return faultsOfCorrections(documentOfValue(value), corrections).flatMap((fault, index) =>
    fault === null ? [] : [{ index, fault }],
  )
}

/** The outputs that are made of the text, of which `json` is the one that the others are made from. */
const madeOfText: ReadonlySet<OutputId> = new Set([
  'markdown',
  'text',
  'html',
  'pages',
  'tables',
  'chunks',
  'json',
  'extraction',
])
/** The outputs without text of the document. */
const withoutText: ReadonlySet<OutputId> = new Set(['images', 'metadata'])

type CorrectedResult = { readonly values: Partial<OutputValues>; readonly warnings: readonly Warning[] }

/** The body of the job with its outputs made again from the corrected document; all else is as it lies. */
export const correctedBody = async (body: OpenBody, layer: LayerOverResult): Promise<Buffer> => {
  const { values, warnings } = await correctedResult(body, layer, layer.outputs)
  const told = [...(await warningsOfResult(body)), ...warnings]
  const changes = Object.entries(values).map(([output, value]) => ({
    path: ['result', 'outputs', output],
    value: JSON.stringify(value),
  }))
  const changed = changeMembers(body(), [...changes, { path: ['result', 'warnings'], value: JSON.stringify(told) }])
  return buffer(changed)
}

/** One output, likewise, as the bytes of its own media type; null if corrections do not reach it. */
export const correctedOutput = async (
  body: OpenBody,
  layer: LayerOverResult,
  output: OutputId,
): Promise<Buffer | null> => {
  const value = (await correctedResult(body, layer, [output])).values[output]
  if (value === undefined) return null
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
}

const correctedResult = async (
  body: OpenBody,
  { corrections, extraction }: LayerOverResult,
  outputs: readonly OutputId[],
): Promise<CorrectedResult> => {
  const stored = await documentIn(body, ['result', 'outputs', 'json'])
  if (stored === undefined) throw new TypeError('what was corrected has the output json')
  const before = documentOfValue(stored)
  const chunking = await chunkingIn(body, ['result', 'chunking'])
  const document = {
    ...correctDocument(before, corrections),
    ...(chunking !== undefined && { chunking }),
  }
  const isByModel = outputs.includes('extraction') && !(await isFilledHere(body))
  const made = outputs.filter((output) => madeOfText.has(output) && !(output === 'extraction' && isByModel))
  const filled = made.includes('extraction') ? await refilled(document, extraction) : document
  const { metadata, images } = stored
  const source = { filename: metadata.filename ?? null, sizeBytes: metadata.sizeBytes }
  const values = await render(filled, made, source)
  return {
    values: { ...values, ...(values.json !== undefined && { json: { ...values.json, images } }) },
    warnings: [
      ...unappliedWarnings(before, corrections),
      ...outputs.filter((output) => !made.includes(output) && !withoutText.has(output)).map(uncorrectedWarning),
    ],
  }
}

/** Fills the schema again. The code for that is loaded only where there is a schema. */
const refilled = async (document: Document, extraction: LayerOverResult['extraction']): Promise<Document> => {
  const { extractFromDocument, parseExtractionSchema } = await import('@polyparse/extraction')
  const { schema } = extraction === null ? {} : parseExtractionSchema(extraction.schema)
  if (extraction === null || schema === undefined) return document
  const { unproven } = extraction
  const {
    omitted: _,
    unproven: __,
    ...filled
  } = extractFromDocument(document, schema, {
    ...(unproven !== undefined && { unproven }),
  })
  return { ...document, extraction: filled }
}

/** Tells whether the service itself has filled the schema, so that it does so again. */
const isFilledHere = async (body: OpenBody): Promise<boolean> => {
  const extraction = ['result', 'outputs', 'extraction']
  // No model is named for all of it where several have filled it side by side.
  if ((await comparisonIn(body, [...extraction, 'comparison'])) !== undefined) return false
  const model = await modelIn(body, [...extraction, 'model'])
  return model === undefined || model === 'local'
}

const warningsOfResult = (body: OpenBody): Promise<readonly Warning[]> => warningsIn(body, ['result', 'warnings'])

const isCut = ({ code }: Warning): boolean => code === 'output_truncated'

/** Places that a message names. */
const maxPlaces = 10

const unappliedWarnings = (document: Document, corrections: readonly Correction[]): Warning[] => {
  const faults = faultsOfCorrections(document, corrections)
  const places = corrections.filter((_, index) => faults[index] !== null).map(placeOfCorrection)
  if (places.length === 0) return []
  const more = places.length > maxPlaces ? ` and ${places.length - maxPlaces} more` : ''
  const message = `The document was read again, and corrections do not fit any more: ${places.slice(0, maxPlaces).join(', ')}${more}.`
  return [warning('correction_unapplied', message)]
}

const uncorrectedWarning = (output: OutputId): Warning =>
  warning('output_uncorrected', `The output ${output} is as it was read: corrections do not reach it.`)
