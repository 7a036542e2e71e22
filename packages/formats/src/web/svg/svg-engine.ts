import type { Document, Warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { outsideWarnings } from '../../flow/outside.ts'
import { childOf, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readXml } from '../../xml/read-xml.ts'
import { svgTextsInReadingOrder } from './reading-order.ts'
import { textsIn } from './texts.ts'

/**
 * A drawing (SVG) as its texts: its title and description, what is written in it in reading order, and then what it
 * calls its parts, unless that is written there, too.
 */
const readSvg = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const warnings: Warning[] = []
  const root = readXml(bytes, { warnings })
  const { texts, descriptions, pictures, images } = textsIn(root)
  const title = textLineOfSvgElement(childOf(root, 'title'))
  const written = svgTextsInReadingOrder(texts).map((runs): FlowBlock => ({ type: 'paragraph', ...flowText(runs) }))
  const told = new Set([title, ...written.map(({ text }) => text)])
  const others = new Set(descriptions.filter((text) => !told.has(text)))
  const about = textLineOfSvgElement(childOf(root, 'desc'))
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
  return flowDocument(blocks, metadata, request, [...warnings, ...outsideWarnings({ images, files: [] })])
}

const textLineOfSvgElement = (element: XmlElement | undefined): string =>
  textOfElement(element).replaceAll(/\s+/g, ' ').trim()

export const svgEngine: Engine = { warmUp: async () => {}, read: readSvg }
