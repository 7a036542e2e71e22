import { type Document, type Warning, warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { withLiveLinks } from '../../flow/flow-links.ts'
import { nothingOutside, outsideWarnings } from '../../flow/outside.ts'
import { createWriter, written } from '../../flow/writer.ts'
import { createNamedNotes, createNotes } from '../../flow/notes.ts'
import { linesInText } from '../lightweight/lightweight-lines.ts'
import { readOrgBlocks } from './org-blocks.ts'
import type { OrgContext } from './org-context.ts'
import { orgInline } from './org-inline.ts'
import { orgNotes } from './notes.ts'

/** Org as Emacs would export it, with what it says of itself above its text. */
const readOrg = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const lines = linesInText(decodeText(bytes, { charset: request.charset, warnings }))
  const notes = createNotes()
  const sources = orgNotes(lines)
  const named = createNamedNotes(notes, sources, (source) =>
    written((own) => readOrgBlocks(source, { writer: own, list: 0, depth: 1 }, context)),
  )
  const context: OrgContext = {
    readInline: orgInline(notes, named),
    notes: sources,
    read: readOrgBlocks,
    outside: nothingOutside(),
    keywords: new Map(),
    omitted: 0,
    caption: '',
  }
  const writer = createWriter()
  readOrgBlocks(lines, { writer, list: 0, depth: 0 }, context)
  named.addOthers()
  writer.push(...notes.blocks())
  const [title = '', ...others] = ['title', 'subtitle', 'author', 'date'].map((key) => context.keywords.get(key) ?? '')
  const head = createWriter()
  if (title !== '') head.push({ type: 'title', text: title })
  for (const text of others) if (text !== '') head.push({ type: 'paragraph', text })
  const blocks = withLiveLinks([...head.blocks, ...writer.blocks])
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const author = context.keywords.get('author') ?? ''
  const keywords = context.keywords.get('keywords') ?? ''
  const language = context.keywords.get('language') ?? ''
  const metadata = {
    mimeType: request.mediaType,
    ...(title !== '' && { title }),
    ...(author !== '' && { author }),
    ...(keywords !== '' && { keywords }),
    ...(language !== '' && { language }),
  }
  return flowDocument(blocks, metadata, request, [
    ...warnings,
    ...outsideWarnings(context.outside),
    ...warningsOfOmittedOrgParts(context.omitted),
  ])
}

const warningsOfOmittedOrgParts = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'A part of the document is' : `${count} parts of the document are`} for another program or not to be exported, and left out.`,
        ),
      ]

export const orgEngine: Engine = { warmUp: async () => {}, read: readOrg }
