import { type Document, type Warning, warning } from '@polyparse/document'
import { decodeText } from '../../decode-text.ts'
import { EngineFailure } from '../../engine-failure.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { flowDocument } from '../../flow/document.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { nothingOutside, outsideWarnings } from '../../flow/outside.ts'
import { createWriter } from '../../flow/writer.ts'
import { linesIn } from '../lightweight/lines.ts'
import { readBlocks } from './blocks.ts'
import type { Context } from './context.ts'
import { noteNumbers, rstInline } from './inline.ts'

/** reStructuredText as docutils and Sphinx read it. A single section of the highest level is the title of the document. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const lines = linesIn(decodeText(bytes))
  const names = namesIn(lines)
  const context: Context = {
    readInline: rstInline(names),
    adornments: [],
    outside: nothingOutside(),
    omitted: 0,
    nextNote: noteNumbers(names.taken),
    read: readBlocks,
  }
  const writer = createWriter()
  readBlocks(lines, { writer, list: 0, depth: 0 }, context)
  const blocks = withTitle(writer.blocks)
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no text.')
  const title = blocks.find(({ type }) => type === 'title')?.text
  const metadata = { mimeType: request.mediaType, ...(title !== undefined && { title }) }
  return flowDocument(blocks, metadata, request, [...outsideWarnings(context.outside), ...leftOut(context.omitted)])
}

/** Where links lead, and what substitutions stand for, wherever in the document that is said. */
const namesIn = (lines: readonly string[]) => {
  const targets = new Map<string, string>()
  const substitutions = new Map<string, string>()
  for (const line of lines) {
    const [, quoted, bare, address = ''] =
      /^\s*\.\. _(?:`([^`]{1,500})`|((?:[^:\\]|\\.|:(?!\s|$)){1,500})):\s*(\S.*)?$/.exec(line) ?? []
    const name = quoted ?? bare
    if (name !== undefined && address !== '') targets.set(name.toLowerCase().replaceAll('\\', ''), address)
    const [, substitution, kind, text = ''] =
      /^\s*\.\. \|([^|]{1,200})\|\s+(replace|image|unicode)::\s*(.*)$/.exec(line) ?? []
    if (substitution !== undefined && kind !== 'unicode')
      substitutions.set(substitution.toLowerCase(), kind === 'image' ? '' : text)
  }
  // A name may stand for another name.
  for (const [name, address] of targets) {
    const other = /^`?([^`<>]{1,500})`?_$/.exec(address)?.[1]
    const final = other === undefined ? undefined : targets.get(other.toLowerCase())
    if (final !== undefined) targets.set(name, final)
  }
  const taken = new Set(lines.flatMap((line) => /^\s*\.\. \[(\d{1,9})\]/.exec(line)?.[1] ?? []))
  return { targets, substitutions, taken }
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

const leftOut = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'A part of the document is' : `${count} parts of the document are`} written for another program, and left out.`,
        ),
      ]

export const restructuredTextEngine: Engine = { warmUp: async () => {}, read }
