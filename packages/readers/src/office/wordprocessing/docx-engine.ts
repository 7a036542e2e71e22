import type { Document } from '@polyparse/document'
import { openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { elementsIn, findAll, type XmlElement } from '../../xml/element.ts'
import { createNotes } from '../../flow/notes.ts'
import { countComments, hiddenText, unreadComments, unreadParts } from '../omitted.ts'
import { packageMetadata } from '../package/properties.ts'
import { readPart, relatedPart, targetOf } from '../package/relationships.ts'
import { linesOf } from '../../flow/content.ts'
import { joinCode } from '../office-text.ts'
import { readBlocks } from './blocks.ts'
import { bodiesOf, type Context, openContext } from './context.ts'

/** Word-processing documents of Office (DOCX), read from their parts with styles, lists, notes and tables. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const omitted = { hidden: false, parts: 0 }
  const { includeHidden } = request
  const context = openContext(archive, {
    notes: createNotes(),
    read: readBlocks,
    omitted,
    includeHidden,
    embedded: false,
  })
  const bodies = bodiesOf(context)
  const blocks = joinCode(bodies.flatMap((body) => readBlocks(body, context)))
  const all = [
    ...runningBlocks('page_header', bodies, context),
    ...blocks,
    ...context.notes.blocks(),
    ...runningBlocks('page_footer', bodies, context),
  ]
  const { language: named } = context.styles
  const language = named === null ? {} : { language: named }
  const metadata = { mimeType: request.mediaType, ...language, ...packageMetadata(archive) }
  return flowDocument(all, metadata, request, [
    ...(omitted.hidden ? [hiddenText('The document has hidden text', 1)] : []),
    ...unreadComments(commentsOf(context)),
    ...unreadParts(omitted.parts),
  ])
}

const commentsOf = ({ archive, part }: Context): number =>
  countComments(() => elementsIn(relatedPart(archive, part, 'comments')?.root, 'w:comment').length)

/** Headers or footers of all sections, each text once. */
const runningBlocks = (
  type: 'page_header' | 'page_footer',
  bodies: readonly XmlElement[],
  context: Context,
): FlowBlock[] => {
  const name = type === 'page_header' ? 'w:headerReference' : 'w:footerReference'
  const references = bodies.flatMap((body) => findAll(body, name))
  const texts = references.map(({ attributes }) => {
    const target = targetOf(context.part, attributes['r:id'])
    const part = target === undefined ? null : readPart(context.archive, target.target)
    return part === null ? '' : linesOf(readBlocks(part.root, { ...context, part }))
  })
  return [...new Set(texts)].filter((text) => text !== '').map((text) => ({ type, text }))
}

export const docxEngine: Engine = { warmUp: async () => {}, read }
