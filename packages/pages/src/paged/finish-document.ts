import type { Document } from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import { assemble } from './assemble.ts'
import { eachBlock, type Draft, type Pass } from './draft.ts'
import { findCaptions } from './passes/captions.ts'
import { joinCode } from './passes/code.ts'
import { findContinuations } from './passes/continuations.ts'
import { findPagedFootnotes } from './passes/footnotes.ts'
import { joinCutRows } from './passes/cut-rows.ts'
import { rankHeadings } from './passes/headings.ts'
import { repairHyphens } from './passes/hyphens.ts'
import { joinNumberSigns } from './passes/number-signs.ts'
import { findNumberedHeadings } from './passes/numbered-headings.ts'
import { joinTables } from './passes/join-tables.ts'
import { rejoinItems, splitParagraphs } from './passes/paragraphs.ts'
import { dropBackdrops, findRunningPictures } from './passes/pictures.ts'
import { splitRunningHeads } from './passes/running-heads.ts'
import { findRunningText } from './passes/running-text.ts'
import { repairCharacters, trimLinks } from './passes/words.ts'

/*
 * Makes the document of a draft. The passes are the order in which everything is decided that the layout of a single
 * page cannot say: what repeats on other pages, what is larger than the text, what goes on after a page ends.
 */

/**
 * The finished document of a draft, after all passes. `raw` is what the engine adds to each page when the request wants
 * it.
 */
export const finishDocument = (
  draft: Draft,
  request: Pick<EngineRequest, 'keepRunningText' | 'words' | 'confidence' | 'raw'>,
  { raw }: { readonly raw: readonly unknown[] },
): Document => {
  const applied = request.keepRunningText ? [...passes, keepRunningText] : passes
  const finished = applied.reduce<Draft>((current, pass) => pass(current), draft)
  return assemble(finished, { words: request.words, confidence: request.confidence, raw: request.raw ? raw : null })
}

/** Each pass builds on what the ones before it found. */
const passes: readonly Pass[] = [
  repairCharacters,
  splitRunningHeads,
  findRunningText,
  findRunningPictures,
  dropBackdrops,
  joinTables,
  joinNumberSigns,
  findNumberedHeadings,
  rejoinItems,
  joinCode,
  splitParagraphs,
  findPagedFootnotes,
  rankHeadings,
  repairHyphens,
  findCaptions,
  trimLinks,
  findContinuations,
  joinCutRows,
]

/** Makes page headers and footers paragraphs like any other, in their places. */
const keepRunningText = eachBlock((block) =>
  block.type === 'page_header' || block.type === 'page_footer'
    ? { ...block, type: block.picture === undefined ? 'paragraph' : 'picture' }
    : block,
)
