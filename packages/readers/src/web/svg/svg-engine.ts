import type { Document } from '@polyparse/document'
import { EngineFailure } from '../../engine-failure.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowDocument } from '../../flow/document.ts'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { outsideWarnings } from '../../flow/outside.ts'
import { childOf, textOf, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { inReadingOrder } from './reading-order.ts'
import { textsIn } from './texts.ts'

/**
 * A drawing (SVG) as its texts: its title and description, what is written in it in reading order, and then what it
 * calls its parts, unless that is written there, too.
 */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const root = readXml(bytes)
  const { texts, descriptions, pictures, images } = textsIn(root)
  const title = lineOf(childOf(root, 'title'))
  const written = inReadingOrder(texts).map((runs): FlowBlock => ({ type: 'paragraph', ...flowText(runs) }))
  const told = new Set([title, ...written.map(({ text }) => text)])
  const others = new Set(descriptions.filter((text) => !told.has(text)))
  const about = lineOf(childOf(root, 'desc'))
  others.delete(about)
  const blocks: FlowBlock[] = [
    ...(title === '' ? [] : [{ type: 'title' as const, text: title }]),
    ...(about === '' ? [] : [{ type: 'paragraph' as const, text: about }]),
    ...written,
    ...[...others].map((text): FlowBlock => ({ type: 'paragraph', text })),
    ...pictures.map((picture): FlowBlock => ({ type: 'picture', text: '', picture })),
  ]
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The drawing has no text.')
  const metadata = { mimeType: request.mediaType, ...(title !== '' && { title }) }
  return flowDocument(blocks, metadata, request, outsideWarnings({ images, files: [] }))
}

const lineOf = (element: XmlElement | undefined): string => textOf(element).replaceAll(/\s+/g, ' ').trim()

export const svgEngine: Engine = { warmUp: async () => {}, read }
