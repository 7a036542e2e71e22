import type { Document, Warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'

/** Plain text: paragraphs are separated by blank lines, and their lines are kept. */
const readPlainText = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const text = decodeText(bytes, { charset: request.charset, warnings })
  if (text.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  return flowDocument(paragraphsOf(text), { mimeType: request.mediaType }, request, warnings)
}

export const textEngine: Engine = { warmUp: async () => {}, read: readPlainText }

/**
 * The paragraphs of a plain text, separated by blank lines, with their lines.
 * @example paragraphsOf('one\n\ntwo') // [{ type: 'paragraph', text: 'one' }, { type: 'paragraph', text: 'two' }]
 */
export const paragraphsOf = (source: string): FlowBlock[] => {
  const paragraphs: string[][] = []
  let open: string[] | null = null
  // Line by line: one pattern over a text with millions of blank lines would overflow the stack.
  for (const line of source.replaceAll(/\r\n?|\u2028|\u2029|\f/g, '\n').split('\n')) {
    const text = line.trimEnd()
    if (text === '') {
      open = null
    } else if (open === null) {
      // Indentation at the beginning of a paragraph is typography, except in the first, which has nothing above it.
      open = [paragraphs.length === 0 ? text : text.trimStart()]
      paragraphs.push(open)
    } else {
      open.push(text)
    }
  }
  return paragraphs.map((lines) => ({ type: 'paragraph', text: lines.join('\n') }))
}
