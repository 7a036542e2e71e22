import { stripVTControlCharacters } from 'node:util'
import { lastOf } from '@polyparse/document/items'
import type { FlowBlock } from '../../flow/flow.ts'
import { blocksOfHtml } from '../../markup/markup.ts'
import { embeddedPicture } from '../../web/html/nodes.ts'
import { memberOf, listOf, memberNames, textIn } from './json.ts'

/** Reads Markdown of a notebook. */
export type ReadMarkdown = (source: string) => readonly FlowBlock[]

/** The blocks of the outputs of a code cell, and how many outputs have no kind that is read. */
export const outputBlocks = (
  outputs: readonly unknown[],
  readMarkdown: ReadMarkdown,
): { readonly blocks: readonly FlowBlock[]; readonly omitted: number } => {
  let omitted = 0
  const blocks = joinStreams(outputs).flatMap((output): readonly FlowBlock[] => {
    const kind = memberOf(output, 'output_type')
    if (kind === 'stream') return printed(textIn(memberOf(output, 'text')))
    if (kind === 'error') return printed(errorText(output))
    const data = memberOf(output, 'data')
    for (const read of notebookOutputReaders) {
      const found = read(data, readMarkdown)
      if (found.length > 0) return found
    }
    if (memberNames(data).some((name) => textIn(memberOf(data, name)).trim() !== '') || isUnknownOutputKind(kind))
      omitted += 1
    return []
  })
  return { blocks, omitted }
}

const isUnknownOutputKind = (kind: unknown): boolean => kind !== 'display_data' && kind !== 'execute_result'

/** Joins the pieces that are printed to one stream into one text. */
const joinStreams = (outputs: readonly unknown[]): readonly unknown[] => {
  const joined: unknown[] = []
  for (const output of outputs) {
    const before = joined.at(-1)
    const isMore =
      memberOf(output, 'output_type') === 'stream' &&
      memberOf(before, 'output_type') === 'stream' &&
      memberOf(before, 'name') === memberOf(output, 'name')
    if (!isMore) joined.push(output)
    else {
      const text = [...linesOfNotebookOutput(before), ...linesOfNotebookOutput(output)]
      joined.splice(-1, 1, { output_type: 'stream', name: memberOf(output, 'name'), text })
    }
  }
  return joined
}

const linesOfNotebookOutput = (output: unknown): readonly unknown[] => {
  const text = memberOf(output, 'text')
  return Array.isArray(text) ? listOf(text) : [text]
}

type ReadKind = (data: unknown, readMarkdown: ReadMarkdown) => readonly FlowBlock[]

/** A picture in one of these formats; the text beside it only names the class of the object. */
const readNotebookPicture: ReadKind = (data) =>
  ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp']
    .flatMap((type): FlowBlock[] => {
      const base64 = textIn(memberOf(data, type))
      return base64 === '' ? [] : [{ type: 'picture', text: '', picture: { data: Buffer.from(base64, 'base64') } }]
    })
    .slice(0, 1)

/** The ways in which an output shows itself, best first; the first that shows anything counts, as in a notebook. */
const notebookOutputReaders: readonly ReadKind[] = [
  (data) => blocksOfHtml(textIn(memberOf(data, 'text/html')), embeddedPicture),
  (data, readMarkdown) => readMarkdown(textIn(memberOf(data, 'text/markdown'))),
  readNotebookPicture,
  (data) => blocksOfHtml(textIn(memberOf(data, 'image/svg+xml'))),
  (data) => blocksOfNotebookLatex(textIn(memberOf(data, 'text/latex'))),
  (data) => printed(textIn(memberOf(data, 'text/plain'))),
  (data) => {
    const value = memberOf(data, 'application/json')
    return value === undefined ? [] : printed(JSON.stringify(value, null, 2))
  },
]

const blocksOfNotebookLatex = (latex: string): FlowBlock[] => {
  const text = latex
    .trim()
    .replace(/^(\$\$?)([^]*)\1$/, '$2')
    .trim()
  return text === '' ? [] : [{ type: 'formula', text }]
}

/** Keeps the text that a program prints as it is: it is set for a terminal, with columns made of blanks. */
const printed = (source: string): FlowBlock[] => {
  const text = stripVTControlCharacters(source)
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(lastWritten)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  return text === '' ? [] : [{ type: 'code', text }]
}

/** A carriage return goes back to the start of the line, as bars of progress do. */
const lastWritten = (line: string): string => lastOf(line.replace(/\r+$/, '').split('\r'))

const errorText = (output: unknown): string => {
  const traceback = listOf(memberOf(output, 'traceback'))
  if (traceback.length > 0) return traceback.filter((line) => typeof line === 'string').join('\n')
  return [memberOf(output, 'ename'), memberOf(output, 'evalue')].filter((part) => typeof part === 'string').join(': ')
}
