import type { OutputId, OutputValues } from '../contract/outputs.ts'
import type { Document } from '../document/model.ts'
import { html } from './html.ts'
import { images } from './images.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { metadata, type SourceFacts } from './metadata.ts'
import { pages } from './pages.ts'
import { tables } from './tables.ts'
import { text } from './text.ts'

type Outputs<Id extends OutputId> = {
  readonly [Each in Id]: (document: Document, source: SourceFacts) => OutputValues[Each]
}

/** The output formats that can be made of a document, each by a pure function. A provider offers no others. */
export const outputs: Outputs<Exclude<OutputId, 'chunks'>> = {
  markdown,
  text,
  html,
  pages,
  tables,
  images,
  json,
  metadata,
}

export type RenderedId = keyof typeof outputs

/**
 * The `outputs` of a result: from each requested format to its value.
 * @throws {RangeError} for a format that no function makes; capabilities keep it from being asked for.
 */
export const render = (
  document: Document,
  requested: readonly OutputId[],
  source: SourceFacts,
): Partial<OutputValues> => {
  const values: Partial<OutputValues> = {}
  const add = <Id extends RenderedId>(id: Id, output: Outputs<OutputId>[Id]) => {
    values[id] = output(document, source)
  }
  for (const id of requested) {
    if (!isRendered(id)) throw new RangeError(`no document is rendered as ${id}`)
    add(id, outputs[id])
  }
  return values
}

const isRendered = (id: OutputId): id is RenderedId => id in outputs
