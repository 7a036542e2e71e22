import { type Document, type DocumentMetadata, type Warning, warning } from '@polyparse/document'
import { firstOf } from '@polyparse/document/items'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { withLiveLinks } from '../../flow/flow-links.ts'
import { outsideWarnings } from '../../flow/outside.ts'
import { type Latex, readLatex } from './read-latex.ts'

/** A LaTeX document as it would be printed, without its layout. Formulas stay LaTeX, with its own commands replaced. */
const readLatexDocument = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const source = decodeText(bytes, { charset: request.charset, warnings }).replaceAll(/\r\n?/g, '\n')
  const latex = readLatex(source)
  const blocks = withLiveLinks([...titlePage(latex.front), ...latex.blocks])
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  warnings.push(...outsideWarnings(latex.outside), ...drawingsOmitted(latex.drawings))
  return flowDocument(blocks, { mimeType: request.mediaType, ...metadataOfLatexFront(latex.front) }, request, warnings)
}

const latexFrontMatterOrder = ['title', 'subtitle', 'author', 'affil', 'affiliation', 'institute', 'address', 'date']

const titlePage = (front: Latex['front']): FlowBlock[] =>
  front
    .toSorted((a, b) => latexFrontMatterOrder.indexOf(a.kind) - latexFrontMatterOrder.indexOf(b.kind))
    .flatMap(({ kind, blocks }) =>
      blocks.map((block): FlowBlock => ({ ...block, type: kind === 'title' ? 'title' : block.type })),
    )

const metadataOfLatexFront = (front: Latex['front']): Partial<Pick<DocumentMetadata, 'title' | 'author'>> => {
  const lines = (kind: string): string[] =>
    front
      .filter((one) => one.kind === kind)
      .flatMap(({ blocks }) => blocks.map(({ text }) => firstOf(text.split('\n', 1))))
  const [title, author] = [lines('title').join(' '), lines('author').join(', ')]
  return { ...(title !== '' && { title }), ...(author !== '' && { author }) }
}

const drawingsOmitted = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'A drawing is' : `${count} drawings are`} written as a program, and left out.`,
        ),
      ]

export const latexEngine: Engine = { warmUp: async () => {}, read: readLatexDocument }
