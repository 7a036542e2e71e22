import type { Document } from '@polyparse/document'
import type { EngineRequest } from '../engine.ts'
import { assemble } from './assemble.ts'
import { eachBlock, type Draft, type Pass } from './draft.ts'
import { findCaptions } from './passes/captions.ts'
import { joinCode } from './passes/code.ts'
import { findContinuations } from './passes/continuations.ts'
import { findFootnotes } from './passes/footnotes.ts'
import { rankHeadings } from './passes/headings.ts'
import { joinTables } from './passes/join-tables.ts'
import { rejoinItems, splitParagraphs } from './passes/paragraphs.ts'
import { dropBackdrops, findRunningPictures } from './passes/pictures.ts'
import { findRunningText, splitRunningHeads } from './passes/running-text.ts'
import { mendCharacters, mendHyphens, trimLinks } from './passes/words.ts'

/** The finished document of a draft: through all passes, with ids and what the request wants of each block. */
export const finishDocument = (
  draft: Draft,
  request: Pick<EngineRequest, 'keepRunningText' | 'words' | 'raw'>,
  { raw, confidence = false }: { readonly raw: readonly unknown[]; readonly confidence?: boolean },
): Document => {
  const applied = request.keepRunningText ? [...passes, keepRunningText] : passes
  const finished = applied.reduce<Draft>((current, pass) => pass(current), draft)
  return assemble(finished, { words: request.words, confidence, raw: request.raw ? raw : null })
}

/** From the regions of the layout to the blocks of the document, in the order in which each builds on the ones before. */
export const passes: readonly Pass[] = [
  mendCharacters,
  splitRunningHeads,
  findRunningText,
  findRunningPictures,
  dropBackdrops,
  joinTables,
  rejoinItems,
  joinCode,
  splitParagraphs,
  findFootnotes,
  rankHeadings,
  findCaptions,
  mendHyphens,
  trimLinks,
  findContinuations,
]

/** For those who want page headers and footers in the text: they are paragraphs like any other, in their places. */
export const keepRunningText = eachBlock((block) =>
  block.type === 'page_header' || block.type === 'page_footer'
    ? { ...block, type: block.picture === undefined ? 'paragraph' : 'picture' }
    : block,
)
