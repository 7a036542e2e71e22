import { type OutputId, type OutputValues, renderers } from './output-records.ts'
import type { Document } from '../model.ts'
import type { SourceFacts } from './metadata.ts'

const unknownSource: SourceFacts = { filename: null, sizeBytes: 0 }

/**
 * Makes outputs of a document: Markdown and HTML as strings, tables with their cells, chunks with their tokens …
 *
 * Chunks are as long as the document's `chunking` says, or 512 tokens (o200k) and at most 1024. The outputs are not
 * limited in size: `limitImages` leaves out pictures before that.
 *
 * @param source the file's name and its size in bytes, for `metadata` and `json`; without it, no name and the size 0
 * @returns the value of each requested output by its id, in the shapes of `outputSchemas`
 * @example
 * const { markdown, tables } = await render(document, ['markdown', 'tables'])
 */
export const render = async (
  document: Document,
  requested: readonly OutputId[],
  source: SourceFacts = unknownSource,
): Promise<Partial<OutputValues>> => {
  const values: Partial<OutputValues> = {}
  const add = async <Id extends OutputId>(id: Id, load: (typeof renderers)[Id]): Promise<void> => {
    const renderOutput = await load()
    values[id] = await renderOutput(document, source)
  }
  for (const id of requested) await add(id, renderers[id])
  return values
}
