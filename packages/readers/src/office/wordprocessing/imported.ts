import { openOfficeArchive } from '../../archive/archive.ts'
import { decodeText } from '../../decode-text.ts'
import { EngineFailure } from '../../engine-failure.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { mediaTypeOfFilename } from '@polyparse/document/media-types'
import { paragraphsOf } from '../../text/plain/text-engine.ts'
import { blocksOf } from '../../web/html/blocks.ts'
import { decodeHtml } from '../../web/html/decode-html.ts'
import { embeddedPicture, parseHtml } from '../../web/html/nodes.ts'
import type { XmlElement } from '../../xml/element.ts'
import { contentTypeOf } from '../package/content-types.ts'
import { targetOf } from '../package/relationships.ts'
import { readRichText } from '../rich-text/reader.ts'
import { bodiesOf, type Context, openContext } from './context.ts'

/**
 * The blocks of content that a program left in another format for Word to convert (`altChunk`; ISO/IEC 29500-1,
 * 17.17.2.1): HTML, text, RTF or another DOCX. What cannot be read is counted.
 */
export const importedBlocks = ({ attributes }: XmlElement, context: Context): FlowBlock[] => {
  const target = targetOf(context.part, attributes['r:id'])
  const bytes = target === undefined || target.external ? null : context.archive.read(target.target)
  const blocks = target === undefined || bytes === null ? null : readAs(kindOf(target.target, context), bytes, context)
  if (blocks === null) context.omitted.parts += 1
  return blocks ?? []
}

const readAs = (kind: Kind | null, bytes: Buffer, context: Context): FlowBlock[] | null => {
  if (kind === 'html') return blocksOf(parseHtml(decodeHtml(bytes)), { findPicture: embeddedPicture })
  if (kind === 'text') return paragraphsOf(decodeText(bytes))
  if (kind === 'docx') return documentBlocks(bytes, context)
  if (kind === null) return null
  const { blocks, hasHidden } = readRichText(bytes.toString('latin1'), context.includeHidden)
  context.omitted.hidden ||= hasHidden
  return [...blocks]
}

/** A document in a document; one in that in turn is not read, because there is no end to it. */
const documentBlocks = (bytes: Buffer, context: Context): FlowBlock[] | null => {
  if (context.embedded) return null
  try {
    const inner = openContext(openOfficeArchive(bytes, null), { ...context, embedded: true })
    return bodiesOf(inner).flatMap((body) => context.read(body, inner))
  } catch (error) {
    if (error instanceof EngineFailure && error.code !== 'out_of_memory') return null
    throw error
  }
}

type Kind = 'html' | 'text' | 'rtf' | 'docx'

/** By the type of the part in the package, or by its name where that says nothing. */
const kindOf = (name: string, { archive }: Context): Kind | null => {
  const types = [contentTypeOf(archive, name), mediaTypeOfFilename(name) ?? '']
  for (const type of types) for (const [kind, pattern] of kinds) if (pattern.test(type)) return kind
  return null
}

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['html', /^(?:text\/html|application\/xhtml\+xml)/],
  ['text', /^text\/plain/],
  ['rtf', /^(?:application|text)\/rtf/],
  ['docx', /wordprocessingml|^application\/vnd\.ms-word\./],
]
