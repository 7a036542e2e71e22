import type { Pass } from '../draft.ts'
import { findContinuations } from './continuations.ts'
import { findCaptions } from './captions.ts'
import { dropBackdrops } from './backdrops.ts'
import { joinCode } from './code.ts'
import { joinTables } from './join-tables.ts'
import { rejoinItems } from './rejoin-items.ts'
import { splitRunningHeads } from './running-heads.ts'
import { trimLinks } from './trim-links.ts'
import { splitParagraphs } from './split-paragraphs.ts'
import { findFootnotes } from './footnotes.ts'
import { rankHeadings } from './headings.ts'
import { mendCharacters } from './characters.ts'
import { mendHyphens } from './hyphens.ts'
import { findRunningPictures } from './running-pictures.ts'
import { findRunningText } from './running-text.ts'

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
