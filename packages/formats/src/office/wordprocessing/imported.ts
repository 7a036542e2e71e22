import { openOfficeArchive } from '../../archive/archive.ts'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { FlowBlock } from '../../flow/flow.ts'
import { mediaTypeOfFilename } from '@polyparse/document/media-types'
import { paragraphsOf } from '../../text/plain/text-engine.ts'
import { htmlTreeBlocks } from '../../web/html/html-blocks.ts'
import { decodeHtml } from '../../web/html/decode-html.ts'
import { embeddedPicture, parseHtml } from '../../web/html/nodes.ts'
import type { XmlElement } from '../../xml/element.ts'
import { contentTypeOf } from '../package/content-types.ts'
import { targetOfRelationship } from '../package/relationships.ts'
import { readRichText } from '../rich-text/rich-text-reader.ts'
import { bodiesOf, type WordprocessingContext, openContext } from './wordprocessing-context.ts'

/**
 * The blocks of content that a program left in another format for Word to convert (`altChunk`; ISO/IEC 29500-1,
 * 17.17.2.1): HTML, text, RTF or another DOCX. What cannot be read is counted.
 */
export const importedBlocks = ({ attributes }: XmlElement, context: WordprocessingContext): FlowBlock[] => {
  const target = targetOfRelationship(context.part, attributes['r:id'])
  const bytes = target === undefined || target.external ? null : context.archive.read(target.target)
  const blocks =
    target === undefined || bytes === null ? null : readAs(kindOfDocxImport(target.target, context), bytes, context)
  if (blocks === null) context.omitted.parts += 1
  return blocks ?? []
}

const readAs = (kind: DocxImportKind | null, bytes: Buffer, context: WordprocessingContext): FlowBlock[] | null => {
  if (kind === 'html')
    return htmlTreeBlocks(parseHtml(decodeHtml(bytes, { warnings: context.omitted.warnings })), {
      findPicture: embeddedPicture,
    })
  if (kind === 'text') return paragraphsOf(decodeText(bytes, { warnings: context.omitted.warnings }))
  if (kind === 'docx') return documentBlocks(bytes, context)
  if (kind === null) return null
  const { blocks, hasHidden } = readRichText(bytes.toString('latin1'), context.includeHidden)
  context.omitted.hidden ||= hasHidden
  return [...blocks]
}

/** A document in a document; one in that in turn is not read, because there is no end to it. */
const documentBlocks = (bytes: Buffer, context: WordprocessingContext): FlowBlock[] | null => {
  if (context.embedded) return null
  try {
    const inner = openContext(openOfficeArchive(bytes, null), { ...context, embedded: true })
    return bodiesOf(inner).flatMap((body) => context.read(body, inner))
  } catch (error) {
    if (error instanceof EngineFailure && error.code !== 'out_of_memory') return null
    throw error
  }
}

type DocxImportKind = 'html' | 'text' | 'rtf' | 'docx'

/** Tells the kind by the type of the part in the package, or by its name where that says nothing. */
const kindOfDocxImport = (name: string, { archive }: WordprocessingContext): DocxImportKind | null => {
  const types = [contentTypeOf(archive, name), mediaTypeOfFilename(name) ?? '']
  for (const type of types) for (const [kind, pattern] of docxImportKinds) if (pattern.test(type)) return kind
  return null
}

const docxImportKinds: readonly (readonly [DocxImportKind, RegExp])[] = [
  ['html', /^(?:text\/html|application\/xhtml\+xml)/],
  ['text', /^text\/plain/],
  ['rtf', /^(?:application|text)\/rtf/],
  ['docx', /wordprocessingml|^application\/vnd\.ms-word\./],
]
