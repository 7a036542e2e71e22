import type { Document, Extraction } from '@polyparse/document'
import { labelsOfSchema } from './labels/labels.ts'
import { proveAnswers, type ProvenAnswers } from './model/prove-answers.ts'
import { proposeLocally } from './local/propose.ts'
import { type ProvenData, proveData } from './proof/prove.ts'
import { indexReading } from './reading/indexed-reading.ts'
import type { ObjectSchema } from './schema/extraction-schema.ts'

export type ExtractionOptions = {
  /** Says whether a value that is not found on the page is left out, as null, or kept. Default: `null`. */
  readonly unproven?: 'null' | 'keep'
}

type ReadDocument = Pick<Document, 'pages' | 'tables' | 'fields'>

/**
 * Fills a schema from a document that was read, without a model: by labels, the fields of forms, tables and lists. It stays
 * silent where the page does not say clearly what is what.
 *
 * Boxes are of words where the reading has them (`words` of the readers), and else of blocks and cells.
 *
 * @example
 * const { schema, mistakes } = parseExtractionSchema(JSON.parse(text))
 * if (schema !== undefined) console.log(extractFromDocument(document, schema).data)
 */
export const extractFromDocument = (
  document: ReadDocument,
  schema: ObjectSchema,
  { unproven = 'null' }: ExtractionOptions = {},
): Extraction & Pick<ProvenData, 'omitted' | 'unproven'> => {
  const reading = indexReading(document)
  const labels = labelsOfSchema(schema)
  const proposed = proposeLocally(schema, document, reading, labels)
  return { ...proveData(schema, proposed, reading, labels, { unproven }), model: 'local', usage: {} }
}

/**
 * Looks for values that somebody else has proposed, such as a model: each gets the place where it is and how sure it is that
 * it is the one asked for. What is nowhere is null in the data, unless it is to be kept.
 */
export const proveExtraction = (
  document: ReadDocument,
  schema: ObjectSchema,
  data: unknown,
  { unproven = 'null' }: ExtractionOptions = {},
): ProvenData => proveData(schema, data, indexReading(document), labelsOfSchema(schema), { unproven })

/**
 * The same for what a model has answered about the portions of a document, in their order: arrays are joined, and where portions
 * differ, the value that is proved best is taken.
 */
export const proveModelAnswers = (
  document: ReadDocument,
  schema: ObjectSchema,
  answers: readonly unknown[],
  { unproven = 'null' }: ExtractionOptions = {},
): ProvenAnswers => proveAnswers(schema, answers, indexReading(document), labelsOfSchema(schema), { unproven })
