import type { OutputId, OutputValues } from './output-schemas.ts'
import type { Document } from '../model.ts'
import { chunks } from './chunks.ts'
import { html } from './html.ts'
import { images } from './images.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { metadata, type SourceFacts } from './metadata.ts'
import { pages } from './pages.ts'
import { tables } from './tables.ts'
import { text } from './text.ts'

type Output<Id extends OutputId> = (
  document: Document,
  source: SourceFacts,
) => OutputValues[Id] | Promise<OutputValues[Id]>

/** How each output format is made: by a pure function of the document. */
export const outputs: { readonly [Id in OutputId]: Output<Id> } = {
  markdown,
  text,
  html,
  pages,
  tables,
  images,
  chunks,
  json,
  metadata,
}

/**
 * The `outputs` of a result: the value of each requested format by its id. `source` adds what `metadata` and `json` say
 * about the file.
 *
 * @example const { markdown, chunks } = await render(document, ['markdown', 'chunks'], source)
 */
export const render = async (
  document: Document,
  requested: readonly OutputId[],
  source: SourceFacts,
): Promise<Partial<OutputValues>> => {
  const values: Partial<OutputValues> = {}
  const add = async <Id extends OutputId>(id: Id, output: Output<Id>): Promise<void> => {
    values[id] = await output(document, source)
  }
  for (const id of requested) await add(id, outputs[id])
  return values
}
