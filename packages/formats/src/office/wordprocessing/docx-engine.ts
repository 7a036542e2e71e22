import type { Document } from '@polyparse/document'
import { openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import type { KnownMetadata } from '../../known-metadata.ts'
import { readXml } from '../../xml/read-xml.ts'
import { findAll, type XmlElement } from '../../xml/element.ts'
import { createNotes } from '../../flow/notes.ts'
import { noMarks } from '../marks.ts'
import { hiddenTextOmitted, unreadControls, unreadParts } from '../omitted.ts'
import { embeddedFiles } from '../package/embedded.ts'
import { packageMetadata } from '../package/properties.ts'
import { readPart, targetOfRelationship } from '../package/relationships.ts'
import { linesOfContent } from '../../flow/content.ts'
import { createCellFormats } from '../spreadsheet/format-number.ts'
import { readWordprocessingBlocks } from './wordprocessing-blocks.ts'
import {
  bodiesOf,
  contextOfWordXml,
  type Shared,
  type WordprocessingContext,
  openContext,
} from './wordprocessing-context.ts'

/** Word-processing documents of Office (DOCX), read from their parts with styles, lists, notes and tables. */
const readDocx = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const context = openContext(archive, sharedContext(request))
  return documentOfContext(context, request, packageMetadata(archive))
}

/** Documents in the XML of Word 2003, in one file. */
export const readWordXml = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> =>
  documentOfContext(contextOfWordXml(readXml(bytes), sharedContext(request)), request, {})

const sharedContext = ({ includeHidden }: EngineRequest): Shared => ({
  notes: createNotes(),
  read: readWordprocessingBlocks,
  omitted: { hidden: false, parts: 0, controls: 0, warnings: [] },
  pending: noMarks(),
  includeHidden,
  embedded: false,
  cellFormats: createCellFormats(),
})

const documentOfContext = async (
  context: WordprocessingContext,
  request: EngineRequest,
  known: KnownMetadata,
): Promise<Document> => {
  const { omitted } = context
  const bodies = bodiesOf(context)
  const blocks = bodies.flatMap((body) => readWordprocessingBlocks(body, context))
  const all = [
    ...runningBlocksOfDocx('page_header', bodies, context),
    ...blocks,
    ...context.notes.blocks(),
    ...runningBlocksOfDocx('page_footer', bodies, context),
  ]
  const { language: named } = context.styles
  const language = named === null ? {} : { language: named }
  const metadata = { mimeType: request.mediaType, ...language, ...known }
  const warnings = [
    ...(omitted.hidden ? [hiddenTextOmitted('The document has hidden text', 1)] : []),
    ...unreadParts(omitted.parts),
    ...unreadControls(omitted.controls),
    ...omitted.warnings,
    ...context.cellFormats.warnings(),
  ]
  const comments = [...context.pending.comments, ...context.comments.rest()]
  return flowDocument(all, metadata, request, warnings, {
    comments,
    attachments: embeddedFiles(context.archive, context.part),
  })
}

/** Headers or footers of all sections, each text once. */
const runningBlocksOfDocx = (
  type: 'page_header' | 'page_footer',
  bodies: readonly XmlElement[],
  context: WordprocessingContext,
): FlowBlock[] => {
  const name = type === 'page_header' ? 'w:headerReference' : 'w:footerReference'
  const references = bodies.flatMap((body) => findAll(body, name))
  const texts = references.map(({ attributes }) => {
    const target = targetOfRelationship(context.part, attributes['r:id'])
    const part = target === undefined ? null : readPart(context.archive, target.target)
    return part === null
      ? ''
      : linesOfContent(readWordprocessingBlocks(part.root, { ...context, part, pending: noMarks() }))
  })
  return [...new Set(texts)].filter((text) => text !== '').map((text) => ({ type, text }))
}

export const docxEngine: Engine = { warmUp: async () => {}, read: readDocx }
