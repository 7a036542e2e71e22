import type { JobSummary } from '@polyparse/contract'
import { outputSchemas } from '@polyparse/document/schema'
import { Check } from '@polyparse/document/typebox/schema'
import type { ApiClient } from '../api/client.ts'
import { AnsweredProblem, UnexpectedResponseError } from '../api/errors.ts'
import { readJobOutput } from '../api/read-output.ts'
import { allExtracted, doubtOfValue, extractedParts, type ExtractedParts } from '../result/extracted-values.ts'

/** The values of one document of a batch. */
export type DocumentValues = {
  readonly job: JobSummary
  /** Null where the result has none, or is gone. */
  readonly parts: ExtractedParts | null
  /** The number of values that need a look, missing ones among them. */
  readonly toCheck: number
}

export type BatchOfValues = {
  readonly documents: readonly DocumentValues[]
  /** Documents that did not fit. */
  readonly leftOut: number
}

/** Values of a batch that are held and shown at once: about 100 MB of the browser's heap. */
const maxBatchValues = 200_000

/** The values of the documents that are complete, in their order; `onRead` is called after each. */
export const readBatchValues = async (
  client: ApiClient,
  jobs: readonly JobSummary[],
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead: (read: number) => void },
): Promise<BatchOfValues> => {
  const documents: DocumentValues[] = []
  let count = 0
  for (const [index, job] of jobs.entries()) {
    const parts = await readParts(client, job.id, signal)
    const values = parts === null ? [] : allExtracted(parts)
    count += values.length
    if (count > maxBatchValues) return { documents, leftOut: jobs.length - index }
    documents.push({ job, parts, toCheck: values.filter((value) => doubtOfValue(value) !== 'none').length })
    onRead(index + 1)
  }
  return { documents, leftOut: 0 }
}

const readParts = async (client: ApiClient, id: string, signal: AbortSignal): Promise<ExtractedParts | null> => {
  const output = await readJobOutput(client, { id, provider: null, output: 'extraction' }, signal).catch(
    (error: unknown) => {
      if (error instanceof AnsweredProblem && error.problem.code === 'result_expired') return null
      throw error
    },
  )
  if (output === null) return null
  const extraction: unknown = JSON.parse(await output.text())
  if (!Check(outputSchemas.extraction, extraction)) throw new UnexpectedResponseError(null)
  return extractedParts(extraction)
}

/** The names of what documents have in common, and of what only some have, in the order in which they come. */
export const namesOfValues = (documents: readonly DocumentValues[]) => ({
  single: [...new Set(documents.flatMap(({ parts }) => parts?.single.map(({ name }) => name) ?? []))],
  tables: [...new Set(documents.flatMap(({ parts }) => parts?.tables.map(({ name }) => name) ?? []))],
})

export type NamedDocumentValues = DocumentValues & { readonly name: string }

/** A row a document, with the number of rows of each table. */
export const gridOfDocuments = (
  documents: readonly NamedDocumentValues[],
  words: { readonly document: string; readonly toCheck: string },
): string[][] => {
  const { single, tables } = namesOfValues(documents)
  return [
    [words.document, ...single, ...tables, words.toCheck],
    ...documents.map(({ name, parts, toCheck }) => [
      name,
      ...single.map((field) => parts?.single.find((value) => value.name === field)?.text ?? ''),
      ...tables.map((table) => String(parts?.tables.find((each) => each.name === table)?.rows.length ?? 0)),
      String(toCheck),
    ]),
  ]
}

/** The rows of one table of all documents, each under the name of its document. */
export const gridOfTable = (documents: readonly NamedDocumentValues[], table: string, document: string): string[][] => {
  const found = documents.flatMap(({ name, parts }) => {
    const own = parts?.tables.find((each) => each.name === table)
    return own === undefined ? [] : [{ name, own }]
  })
  const columns = [...new Set(found.flatMap(({ own }) => own.columns))]
  return [
    [document, ...columns.map((column) => (column === '' ? table : column))],
    ...found.flatMap(({ name, own }) =>
      own.rows.map((row) => [name, ...columns.map((column) => row[own.columns.indexOf(column)]?.text ?? '')]),
    ),
  ]
}
