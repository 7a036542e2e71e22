import { type Document, type DocumentMetadata, type Warning, warning } from '@polyparse/document'
import { withoutControls } from '@polyparse/engine'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import type { FindPicture, FlowBlock } from '../../flow/flow.ts'
import { countUnreadMarkup } from '../../markup/markup-limits.ts'
import { embeddedPicture } from '../../web/html/nodes.ts'
import { markupUnread, readMarkdown } from '../markdown/read-markdown.ts'
import { memberOf, listOf, memberNames, textIn } from './json.ts'
import { outputBlocks } from './outputs.ts'

/**
 * A Jupyter notebook (nbformat 4): cells of Markdown as such, cells of code as code, each followed by its outputs. The
 * title is that of the notebook's metadata or the first heading of level 1.
 */
const readNotebook = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const notebook = parseNotebook(bytes, warnings)
  const found: FlowBlock[] = []
  const counts = { unread: 0, omitted: 0 }
  const { unread } = countUnreadMarkup(() => {
    for (const cell of listOf(memberOf(notebook, 'cells')))
      for (const block of cellBlocks(cell, counts)) found.push(block)
  })
  if (found.length === 0) throw new EngineFailure('document_empty', 'The notebook has no text.')
  const title = found.find(({ type, level }) => type === 'heading' && level === 1)?.text
  const metadata = {
    mimeType: request.mediaType,
    ...(title && { title }),
    ...metadataOfNotebook(memberOf(notebook, 'metadata')),
  }
  return flowDocument(found, metadata, request, [
    ...warnings,
    ...markupUnread(counts.unread + unread),
    ...warningsOfOmittedOutputs(counts.omitted),
  ])
}

const parseNotebook = (bytes: Uint8Array, warnings: Warning[]): unknown => {
  const text = decodeText(bytes, { warnings })
  if (text.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngineFailure('document_damaged', 'The notebook is damaged: it is not valid JSON.', { cause })
  }
}

const cellBlocks = (cell: unknown, counts: { unread: number; omitted: number }): readonly FlowBlock[] => {
  const kind = memberOf(cell, 'cell_type')
  const source = withoutControls(textIn(memberOf(cell, 'source'))).replaceAll(/\r\n?/g, '\n')
  const markdown = (text: string): readonly FlowBlock[] => {
    const { blocks, count } = readMarkdown(text, makeAttachmentFinder(memberOf(cell, 'attachments')))
    counts.unread += count
    return blocks
  }
  if (kind === 'markdown') return markdown(source)
  const text = source.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  const code: FlowBlock[] = text === '' ? [] : [{ type: 'code', text }]
  if (kind !== 'code') return code
  const { blocks, omitted } = outputBlocks(listOf(memberOf(cell, 'outputs')), markdown)
  counts.omitted += omitted
  return [...code, ...blocks]
}

/** Pictures that a cell of Markdown carries, `attachment:name` by their names. */
const makeAttachmentFinder =
  (attachments: unknown): FindPicture =>
  (address) => {
    const name = /^attachment:(.+)$/i.exec(address.trim())?.[1]
    if (name === undefined) return embeddedPicture(address)
    const files = memberOf(attachments, name) ?? memberOf(attachments, decodeAttachmentName(name))
    const type = memberNames(files).find((one) => one.startsWith('image/'))
    return type === undefined ? null : { data: Buffer.from(textIn(memberOf(files, type)), 'base64') }
  }

const decodeAttachmentName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const metadataOfNotebook = (metadata: unknown): Partial<Pick<DocumentMetadata, 'title' | 'author'>> => {
  const title = textIn(memberOf(metadata, 'title')).trim()
  const author = listOf(memberOf(metadata, 'authors'))
    .map((one) => textIn(memberOf(one, 'name')).trim())
    .filter((name) => name !== '')
    .join(', ')
  return { ...(title !== '' && { title }), ...(author !== '' && { author }) }
}

const warningsOfOmittedOutputs = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'An output of a cell is' : `${count} outputs of cells are`} of a kind that is not read, and left out.`,
        ),
      ]

/** Reads a notebook as one page without layout. */
export const notebookEngine: Engine = { warmUp: async () => {}, read: readNotebook }
