import type { Document, Warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { withLiveLinks } from '../../flow/flow-links.ts'
import { createNamedNotes, createNotes } from '../../flow/notes.ts'
import { nothingOutside, outsideWarnings, partsOmitted } from '../../flow/outside.ts'
import { createWriter, written } from '../../flow/writer.ts'
import { linesInText } from '../lightweight/lightweight-lines.ts'
import { readRestructuredTextBlocks } from './restructured-text-blocks.ts'
import type { RestructuredTextContext, NoteSource } from './restructured-text-context.ts'
import { rstInline } from './restructured-text-inline.ts'
import { referenceNames } from './restructured-text-names.ts'
import { noteReferences, restructuredTextNotes } from './notes.ts'

/** reStructuredText as docutils and Sphinx read it. A single section of the highest level is the title of the document. */
const readRestructuredText = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const lines = linesInText(decodeText(bytes, { charset: request.charset, warnings }))
  const notes = createNotes()
  const sources = restructuredTextNotes(lines)
  const readNote = ({ lines: own }: NoteSource) =>
    written((writer) => readRestructuredTextBlocks(own, { writer, list: 0, depth: 1 }, context))
  const named = createNamedNotes(notes, sources, readNote, ({ mark }) => mark)
  const context: RestructuredTextContext = {
    readInline: rstInline(referenceNames(lines), noteReferences(named)),
    notes: sources,
    adornments: [],
    outside: nothingOutside(),
    omitted: 0,
    read: readRestructuredTextBlocks,
  }
  const writer = createWriter()
  readRestructuredTextBlocks(lines, { writer, list: 0, depth: 0 }, context)
  named.addOthers()
  writer.push(...notes.blocks())
  const blocks = withLiveLinks(withTitle(writer.blocks))
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const title = blocks.find(({ type }) => type === 'title')?.text
  const metadata = { mimeType: request.mediaType, ...(title !== undefined && { title }) }
  return flowDocument(blocks, metadata, request, [
    ...warnings,
    ...outsideWarnings(context.outside),
    ...partsOmitted(context.omitted),
  ])
}

const withTitle = (blocks: readonly FlowBlock[]): FlowBlock[] => {
  const top = blocks.filter(({ type, level }) => type === 'heading' && level === 1)
  const isTitled = top.length === 1 && blocks[0] === top[0]
  if (!isTitled) return [...blocks]
  return blocks.map((block) => {
    if (block.type !== 'heading') return block
    const { level = 1, ...rest } = block
    return level === 1 ? { ...rest, type: 'title' } : { ...rest, level: level - 1 }
  })
}

export const restructuredTextEngine: Engine = { warmUp: async () => {}, read: readRestructuredText }
