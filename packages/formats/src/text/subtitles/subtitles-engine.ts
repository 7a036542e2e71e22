import type { Document, Warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { type FlowBlock, flowText } from '../../flow/flow.ts'
import { endsSentence } from '@polyparse/engine'
import { type Caption, subtitleCaptions } from './captions.ts'
import { subtitleLimits } from './parameters.ts'

/** Subtitles (WebVTT, SRT): what one speaker says in half a minute is a paragraph, which begins with its time. */
const readSubtitles = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const source = decodeText(bytes, { charset: request.charset, warnings }).replaceAll(/\r\n?/g, '\n').trim()
  const blocks = paragraphsOfCaptions(subtitleCaptions(source, request.mediaType)).map(blockOf)
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no subtitles.')
  return flowDocument(blocks, { mimeType: request.mediaType }, request, warnings)
}

type Paragraph = { readonly start: number; readonly speaker: string; readonly texts: string[] }

const paragraphsOfCaptions = (captions: readonly Caption[]): Paragraph[] => {
  const paragraphs: Paragraph[] = []
  for (const { start, speaker, text } of captions) {
    const open = paragraphs.at(-1)
    if (open !== undefined && isCaptionInParagraph(open, { start, speaker })) open.texts.push(text)
    else paragraphs.push({ start, speaker, texts: [text] })
  }
  return paragraphs
}

const isCaptionInParagraph = (open: Paragraph, { start, speaker }: Pick<Caption, 'start' | 'speaker'>): boolean => {
  const seconds = start - open.start
  if (open.speaker !== speaker || seconds >= subtitleLimits.longestParagraph) return false
  return seconds < subtitleLimits.paragraph || !endsSentence(open.texts.at(-1) ?? '')
}

const blockOf = ({ start, speaker, texts }: Paragraph): FlowBlock => ({
  type: 'paragraph',
  ...flowText([
    { text: `[${clock(start)}] ` },
    ...(speaker === '' ? [] : [{ text: `${speaker}:`, bold: true }, { text: ' ' }]),
    { text: texts.join(' ') },
  ]),
})

/** Seconds as `00:01:02`. */
const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')

/** Reads subtitles as one page without layout. A file without any is `document_empty`. */
export const subtitlesEngine: Engine = { warmUp: async () => {}, read: readSubtitles }
