import { union } from '@polyparse/document'
import { lastOf } from '@polyparse/document/items'
import { enumeratorOf } from '../../language/enumerators.ts'
import { isAffiliation, isQuantity } from '../../language/heading-texts.ts'
import { readsOn } from '@polyparse/engine'
import { mainSize, textOfBlock, type DraftBlock } from '../draft.ts'
import { frontMatter as limits } from '../parameters.ts'
import { headingLook } from './heading-looks.ts'

/** The parts of a title: its first one with the lines of all, null for the others. */
export type TitleParts = ReadonlyMap<DraftBlock, DraftBlock | null>

/** Joins the lines of a title that are set so far apart that each became a block of its own. */
export const joinTitle = (flow: readonly DraftBlock[], found: ReadonlySet<DraftBlock>): TitleParts => {
  const start = flow.findIndex((block) => found.has(block))
  const first = flow[start]
  if (first === undefined) return new Map()
  const parts = [first]
  for (const block of flow.slice(start + 1)) {
    const above = lastOf(parts)
    if (!found.has(block) || headingLook(block) !== headingLook(first) || !isNextLine(above, block)) break
    parts.push(block)
  }
  if (parts.length === 1) return new Map()
  const joined = {
    ...first,
    box: union(parts.map(({ box }) => box)) ?? first.box,
    lines: parts.flatMap(({ lines }) => lines),
  }
  return new Map(parts.map((part) => [part, part === first ? joined : null]))
}

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
 * Finds what stands between the title of a document and its text and looks like headings: subtitles, authors, their
 * affiliations, dates. One that has text below it before the next of its rank is a heading, unless it names people,
 * places or a date.
 */
export const findFrontMatter = (
  flow: readonly DraftBlock[],
  isFound: (block: DraftBlock | undefined) => boolean,
): DraftBlock[] => {
  const title = flow.findIndex(isFound)
  const top = flow[title]
  if (top === undefined) return []
  const look = headingLook(top)
  if (flow.some((block) => block !== top && isFound(block) && headingLook(block) >= look)) return []
  const found: DraftBlock[] = []
  for (const [index, block] of flow.entries()) {
    if (index <= title) continue
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

/** Whether a block is running text, no line of an address or a list of names. */
const isTextAfterFrontMatter = (block: DraftBlock): boolean =>
  block.type !== 'paragraph' || (block.lines.length > 1 && !isAffiliation(textOfBlock(block)))

/** Whether text follows a heading before another one of at least its rank does. */
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
