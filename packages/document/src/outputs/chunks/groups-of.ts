import type { Block, Document, Table } from '../../model.ts'
import { captionsOf, tablesById } from '../contents.ts'
import { cleanText } from '../inline.ts'
import { chainsOf, joinBlocks } from '../join-continued.ts'
import { notesOf } from '../references.ts'
import { itemText } from '../text.ts'
import type { Chain, PassageGroup, ChunkPassage, TextPassage } from './passage.ts'
import { blockOrigin, tablePassage } from './table-passage.ts'

/** A caption longer than this, in characters, is text like any other. */
const maxCaptionLength = 400
/** A heading longer than this, in characters, is cut where chunks name it: each of them repeats it. */
const maxHeadingLength = 400

/** The document in reading order as groups that are kept together, without page headers and footers. */
export function* groupsOf(document: Document): Generator<PassageGroup> {
  const blocks = document.pages.flatMap((page) => page.blocks.filter(isRead).map(clean))
  const byId = chainsOf(blocks)
  const chains = [...byId.values()]
  const tables = tablesById(document)
  const captions = captionsOf(
    chains.map(([first]) => first),
    tables,
  )
  const notes = notesOf(blocks)
  /** Blocks that are part of another block's passage. */
  const taken = new Set([...captions.values(), ...notes.map(({ footnote }) => footnote)].map(({ id }) => id))
  const notesAt = Map.groupBy(notes, ({ reference }) => reference.id)
  const chainsAt = (block: Block | undefined): Chain[] => {
    const chain = block === undefined ? undefined : byId.get(block.id)
    return chain === undefined ? [] : [chain]
  }
  const path: { readonly level: number; readonly title: string }[] = []

  const passagesOf = (chain: Chain): ChunkPassage[] => [
    ...ownPassages(chain, chainsAt(captions.get(chain[0].id)).map(textPassage), tables),
    ...chain
      .flatMap(({ id }) => notesAt.get(id) ?? [])
      .flatMap(({ footnote }) => chainsAt(footnote))
      .map(textPassage),
  ]

  for (let index = 0; index < chains.length; index += 1) {
    const chain = chains[index]
    if (chain === undefined || taken.has(chain[0].id)) continue
    const [{ type, level, text }] = chain
    const isHeading = type === 'title' || type === 'heading'
    const passages = passagesOf(chain)
    if (isHeading) {
      const depth = type === 'title' ? 0 : (level ?? 2)
      while ((path.at(-1)?.level ?? -1) >= depth) path.pop()
      path.push({ level: depth, title: headingOf(text) })
    }
    for (
      let next = chains[index + 1];
      type === 'list_item' && next?.[0].type === 'list_item';
      next = chains[index + 1]
    ) {
      for (const passage of passagesOf(next).map(asFollowing)) passages.push(passage)
      index += 1
    }
    yield { passages, headings: path.map(({ title }) => title), isHeading }
  }
}

const isRead = ({ type, text, table, picture }: Block): boolean =>
  type !== 'page_header' &&
  type !== 'page_footer' &&
  (text.trim() !== '' || table !== undefined || picture !== undefined)

const clean = (block: Block): Block => ({ ...block, text: cleanText(block.text).trim() })

/**
 * @example headingOf('Fares and\ntickets') // 'Fares and tickets'
 */
export const headingOf = (text: string): string => {
  const title = text.replaceAll(/\s+/g, ' ')
  return title.length <= maxHeadingLength
    ? title
    : `${title.slice(0, maxHeadingLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The items of a list are on lines of their own. */
const asFollowing = (passage: ChunkPassage): ChunkPassage => ({ ...passage, before: '\n' })

const ownPassages = (
  chain: Chain,
  [caption]: readonly TextPassage[],
  tables: ReadonlyMap<string, Table>,
): ChunkPassage[] => {
  const standing = chain.flatMap((block) => {
    const table = block.table === undefined ? undefined : tables.get(block.table)
    return table === undefined ? [] : [{ block, table }]
  })
  const [first, ...more] = standing
  if (first === undefined || standing.length < chain.length) {
    return [textPassage(chain), ...(caption === undefined ? [] : [caption])]
  }
  const rows = [first, ...more] as const
  if (caption !== undefined && caption.text.length > maxCaptionLength) {
    return [{ ...caption, leads: true }, tablePassage(rows, null)]
  }
  const text = (caption?.text ?? cleanText(first.table.caption ?? '')).replaceAll(/\s+/g, ' ').trim()
  return [tablePassage(rows, text === '' ? null : { text, origins: caption?.marks ?? [] })]
}

const textPassage = (chain: Chain): TextPassage => {
  const [first, ...more] = chain
  const printed: Block = first.type === 'list_item' ? { ...first, text: itemText(first) } : first
  const marks = [{ ...blockOrigin(first), at: 0 }]
  const whole = more.reduce((before, block) => {
    const joined = joinBlocks(before, block)
    marks.push({ ...blockOrigin(block), at: joined.text.length - block.text.length })
    return joined
  }, printed)
  const isHeading = first.type === 'title' || first.type === 'heading'
  return {
    text: whole.text,
    before: '\n\n',
    marks,
    leads: isHeading || (first.type === 'paragraph' && /[:：]$/.test(whole.text)),
    unit: first.type === 'code' ? 'line' : 'sentence',
  }
}
