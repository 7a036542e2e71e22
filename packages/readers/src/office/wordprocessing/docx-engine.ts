import type { Document } from '@polyparse/document'
import { type Archive, openOfficeArchive } from '../../archive/archive.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, type XmlElement } from '../../xml/element.ts'
import { hiddenText } from '../hidden.ts'
import { createNotes } from '../notes.ts'
import { packageMetadata } from '../package/properties.ts'
import { mainPart, type Part, readPart, relatedPart, targetOf } from '../package/relationships.ts'
import { joinCode, linesOf } from '../office-text.ts'
import { readBlocks } from './blocks.ts'
import type { Context } from './context.ts'
import { readNumbering } from './numbering.ts'
import { readStyles } from './styles.ts'

/** Word-processing documents of Office (DOCX), read from their parts with styles, lists, notes and tables. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const archive = openOfficeArchive(bytes, request.password)
  const part = mainPart(archive)
  const styles = readStyles(relatedPart(archive, part, 'styles')?.root)
  const context: Context = {
    archive,
    part,
    styles,
    numbering: readNumbering(relatedPart(archive, part, 'numbering')?.root),
    notes: createNotes(),
    noteById: notesOf(archive, part),
    read: readBlocks,
    hidden: { text: false },
  }
  const body = childOf(part.root, 'w:body') ?? part.root
  const blocks = joinCode(readBlocks(body, context))
  const all = [
    ...runningBlocks('page_header', body, context),
    ...blocks,
    ...context.notes.blocks,
    ...runningBlocks('page_footer', body, context),
  ]
  const language = styles.language === null ? {} : { language: styles.language }
  const metadata = { mimeType: request.mediaType, ...language, ...packageMetadata(archive) }
  const warnings = context.hidden.text ? [hiddenText('The document has hidden text', 1)] : []
  return flowDocument(all, metadata, request, warnings)
}

const notesOf = (archive: Archive, main: Part): Context['noteById'] => {
  const notes = new Map<string, { note: XmlElement; part: Part }>()
  for (const kind of ['footnote', 'endnote']) {
    const part = relatedPart(archive, main, `${kind}s`)
    if (part === null) continue
    for (const note of elementsIn(part.root, `w:${kind}`))
      notes.set(`${kind} ${note.attributes['w:id'] ?? ''}`, { note, part })
  }
  return notes
}

/** Headers or footers of all sections, each text once. */
const runningBlocks = (type: 'page_header' | 'page_footer', body: XmlElement, context: Context): FlowBlock[] => {
  const name = type === 'page_header' ? 'w:headerReference' : 'w:footerReference'
  const texts = findAll(body, name).map(({ attributes }) => {
    const target = targetOf(context.part, attributes['r:id'])
    const part = target === undefined ? null : readPart(context.archive, target.target)
    return part === null ? '' : linesOf(readBlocks(part.root, { ...context, part }))
  })
  return [...new Set(texts)].filter((text) => text !== '').map((text) => ({ type, text }))
}

export const docxEngine: Engine = { warmUp: async () => {}, read }
