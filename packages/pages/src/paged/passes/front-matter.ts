import { union } from '@polyparse/document'
import { firstOf, lastOf } from '@polyparse/document/items'
import { enumeratorOf } from '../../language/enumerators.ts'
import { isAffiliation, isQuantity } from '../../language/heading-texts.ts'
import { readsOn } from '@polyparse/engine'
import { mainSize, textOfBlock, type DraftBlock } from '../draft.ts'
import { frontMatter as limits } from '../parameters.ts'
import { headingLook } from './heading-looks.ts'

/** The parts of headings: the first of each with the lines of all, null for the others. */
export type HeadingParts = ReadonlyMap<DraftBlock, DraftBlock | null>

/**
 * Joins the lines of headings that are set so far apart that each became a block of its own: two of one, or all of the title,
 * which is the first.
 */
export const joinHeadings = (flow: readonly DraftBlock[], found: ReadonlySet<DraftBlock>): HeadingParts => {
  const headings: DraftBlock[][] = []
  for (const [index, block] of flow.entries()) {
    if (!found.has(block)) continue
    const parts = headings.at(-1)
    const above = flow[index - 1]
    if (parts !== undefined && above !== undefined && lastOf(parts) === above && isLineOfHeading(above, block))
      parts.push(block)
    else headings.push([block])
  }
  const joined = new Map<DraftBlock, DraftBlock | null>()
  for (const [index, parts] of headings.entries()) {
    if (parts.length === 1 || (parts.length > 2 && index > 0)) continue
    const first = firstOf(parts)
    const box = union(parts.map((part) => part.box)) ?? first.box
    for (const part of parts) joined.set(part, null)
    joined.set(first, { ...first, box, lines: parts.flatMap(({ lines }) => lines) })
  }
  return joined
}

const isLineOfHeading = (above: DraftBlock, block: DraftBlock): boolean =>
  headingLook(block) === headingLook(above) && enumeratorOf(textOfBlock(block)) === null && isNextLine(above, block)

const isNextLine = (above: DraftBlock, block: DraftBlock): boolean => {
  const gap = block.box[1] - above.box[3]
  const size = mainSize(block.lines)
  return (
    readsOn(textOfBlock(above), textOfBlock(block)) &&
    gap > -size &&
    gap < size * limits.maxGap &&
    Math.min(block.box[2], above.box[2]) > Math.max(block.box[0], above.box[0])
  )
}

/**
 * Finds what is between the title of a document and its text and looks like headings: subtitles, authors, their
 * affiliations, dates. One that has text below it before the next of its rank is a heading, unless it names people,
 * places or a date. The title is larger than all other headings, or is on a first page that has no text, as that of
 * slides is.
 */
export const findFrontMatter = (
  flow: readonly DraftBlock[],
  isFound: (block: DraftBlock | undefined) => boolean,
  titlePage: ReadonlySet<DraftBlock>,
): DraftBlock[] => {
  const title = flow.findIndex(isFound)
  const top = flow[title]
  if (top === undefined) return []
  const look = headingLook(top)
  const isLargest = !flow.some((block) => block !== top && isFound(block) && headingLook(block) >= look)
  if (!isLargest && !titlePage.has(top)) return []
  const found: DraftBlock[] = []
  for (const [index, block] of flow.entries()) {
    if (index <= title) continue
    if (!isLargest && (!titlePage.has(block) || headingLook(block) >= look)) break
    const text = textOfBlock(block)
    if (!isFound(block)) {
      if (isTextAfterFrontMatter(block)) break
      continue
    }
    if (isAffiliation(text) || isQuantity(text)) found.push(block)
    else if (enumeratorOf(text) !== null) break
    else if (!headsText(flow, index, isFound)) found.push(block)
  }
  return found
}

/** Tells whether a block is running text, no line of an address or a list of names. */
const isTextAfterFrontMatter = (block: DraftBlock): boolean =>
  block.type !== 'paragraph' || (block.lines.length > 1 && !isAffiliation(textOfBlock(block)))

/** Tells whether text follows a heading before another one of at least its rank does. */
const headsText = (
  flow: readonly DraftBlock[],
  at: number,
  isFound: (block: DraftBlock | undefined) => boolean,
): boolean => {
  const own = flow[at]
  if (own === undefined) return false
  for (const block of flow.slice(at + 1)) {
    if (!isFound(block)) return true
    if (headingLook(block) >= headingLook(own)) return false
  }
  return false
}
