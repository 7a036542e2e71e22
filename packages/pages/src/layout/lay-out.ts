import { area, type Box, centre, holds, union } from '@polyparse/document'
import { mainSize, type DraftBlock, type DraftPage } from '../paged/draft.ts'
import { insertBlocks } from '../paged/insert-blocks.ts'
import { findCards } from './cards.ts'
import { findPairs, type PairGroup } from './forms/find-pairs.ts'
import { pairBlock } from './forms/pairs.ts'
import { tablesAround } from './forms/tables-around.ts'
import { findFormulas, type FoundFormula, mayHaveFormulas } from './formulas.ts'
import { findGutters, type Gutter } from './gutters.ts'
import { joinInitials } from './initials.ts'
import { makeLines, type TextLine } from './layout-lines.ts'
import type { ContentWord, PageContent } from './page-content.ts'
import { groupLines, isCode, type TypeSetting } from './paragraphs.ts'
import { maxPictureShare } from './parameters.ts'
import { findSidebars, groundsOfBoxes, insertSidebar } from './sidebars.ts'
import { usualSpacing } from './spacing.ts'

/*
 * Turns what is on a page into blocks in reading order: tables are taken out first, gutters divide the rest into
 * columns, and the lines of each column become paragraphs, items and programs.
 */

/**
 * The blocks of a page in reading order. Which of them are headings, captions or footnotes is for the passes over the
 * whole document to say.
 */
export const layOut = (page: PageContent): DraftPage => {
  const formulas = formulasOf(page)
  const rest = withoutWords(page, new Set(formulas.flatMap((formula) => formula.words)))
  const groups = findPairs(rest)
  const tables = tablesAround(rest, groups)
  const taken = new Set([...groups, ...tables].flatMap(({ words }) => [...words]))
  const words = joinInitials(rest.words.filter((word) => !taken.has(word)))
  const pairsIn = new Map(groups.map((group) => [placeholder(group), group.pairs.map(pairBlock)]))
  const placed = [
    ...formulas.map(({ block }) => block),
    ...pairsIn.keys(),
    ...tables.map(({ box, table, words: own }): DraftBlock => ({
      type: 'table',
      box,
      lines: makeLines([...own]),
      table,
    })),
  ]
  const obstacles = [...placed.map(({ box }) => box), ...page.pictures.filter((box) => !isBackground(box, page))]
  const things: Thing[] = [
    ...words.map((word) => ({ box: word.box, word })),
    ...placed.map((block) => ({ box: block.box, block })),
  ]
  const grounds = groundsOfBoxes(page)
  const cardGroups = findCards(grounds, words)
  const cards = cardGroups.flat()
  const sidebars = findSidebars(
    grounds.filter((box) => !cards.includes(box)),
    words.filter(({ box }) => !cards.some((card) => holds(card, centre(box)))),
  )
  const apart = [...cards, ...sidebars]
  const thingsOf = Map.groupBy(things, ({ box }) => apart.find((one) => holds(one, centre(box))))
  const regions = [undefined, ...apart].map((region) => columnsOfRegion(thingsOf.get(region) ?? [], obstacles))
  const columns = regions.flat()
  const setting: TypeSetting = {
    bodySize: mainSize(columns.flatMap(({ lines }) => lines.filter((line) => !isCode(line)))),
    spacing: usualSpacing(columns.map(({ lines }) => lines)),
    sidebars,
  }
  const { number, width, height, rotation } = page
  const [main = [], ...others] = regions.map((region) =>
    region
      .flatMap(({ lines, blocks }) => insertBlocks(groupAround(lines, blocks, setting), blocks))
      .flatMap((block) => pairsIn.get(block) ?? [block]),
  )
  const blocksOf = new Map(apart.map((box, index) => [box, others[index] ?? []]))
  const withCards = cardGroups.reduce(
    (blocks, group) =>
      insertTogether(
        blocks,
        group.flatMap((card) => blocksOf.get(card) ?? []),
        group,
      ),
    main,
  )
  return {
    number,
    width,
    height,
    rotation,
    blocks: sidebars.reduce((blocks, box) => insertSidebar(blocks, blocksOf.get(box) ?? [], box), withCards),
  }
}

/** Blocks with those of some boxes after the last one above all of these. */
const insertTogether = (
  blocks: readonly DraftBlock[],
  placed: readonly DraftBlock[],
  boxes: readonly Box[],
): DraftBlock[] => {
  const box = union(boxes)
  if (box === null) return [...blocks]
  const together: DraftBlock = { type: 'paragraph', box, lines: [] }
  return insertBlocks(blocks, [together]).flatMap((block) => (block === together ? placed : [block]))
}

/** The contents of one column, its words as lines. */
type FilledColumn = { readonly lines: readonly TextLine[]; readonly blocks: readonly DraftBlock[] }

/** The columns of what is on a page, or on the ground of a sidebar. */
const columnsOfRegion = (things: readonly Thing[], obstacles: readonly Box[]): FilledColumn[] => {
  const words = things.flatMap((thing) => ('word' in thing ? [thing.word] : []))
  return divideByGutters(things, findGutters(words, obstacles)).map((column) => ({
    lines: makeLines(column.flatMap((thing) => ('word' in thing ? [thing.word] : []))),
    blocks: column.flatMap((thing) => ('block' in thing ? [thing.block] : [])),
  }))
}

/** The place of a group of pairs in the order of its column. */
const placeholder = ({ box }: PairGroup): DraftBlock => ({ type: 'paragraph', box, lines: [] })

const withoutWords = (page: PageContent, words: ReadonlySet<ContentWord>): PageContent =>
  words.size === 0 ? page : { ...page, words: page.words.filter((word) => !words.has(word)) }

/** The formulas of a page, from its columns as they are without tables. */
const formulasOf = (page: PageContent): FoundFormula[] => {
  if (!mayHaveFormulas(page)) return []
  const obstacles = page.pictures.filter((box) => !isBackground(box, page))
  const things = page.words.map((word) => ({ box: word.box, word }))
  return divideByGutters(things, findGutters(page.words, obstacles)).flatMap((column) =>
    findFormulas(makeLines(column.map(({ word }) => word))),
  )
}

type Thing = { readonly box: Box } & ({ readonly word: ContentWord } | { readonly block: DraftBlock })

const isBackground = (box: Box, { width, height }: PageContent): boolean => area(box) > width * height * maxPictureShare

/** The blocks of a column's lines. None continues below a table that is between its lines. */
const groupAround = (lines: readonly TextLine[], blocks: readonly DraftBlock[], setting: TypeSetting): DraftBlock[] => {
  const stretches: TextLine[][] = [[]]
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1]
    const isDivided =
      above !== undefined && blocks.some(({ box }) => box[1] > above.box[1] && (box[1] + box[3]) / 2 < line.box[3])
    if (isDivided) stretches.push([line])
    else stretches.at(-1)?.push(line)
  }
  return stretches.flatMap((stretch) => groupLines(stretch, setting))
}

/** The contents of one column of a page, not yet in order. */
type Column<Thing> = readonly Thing[]

/**
 * Divides what is on a page into columns in reading order. Along the tallest gutter, what is above it comes first,
 * then what is left of it, right of it and below it; each part is divided again along the gutters in it.
 */
const divideByGutters = <Thing extends { readonly box: Box }>(
  things: readonly Thing[],
  gutters: readonly Gutter[],
): Column<Thing>[] => {
  if (things.length === 0) return []
  const [gutter, ...others] = gutters.toSorted((a, b) => b.bottom - b.top - (a.bottom - a.top))
  if (gutter === undefined) return [things]
  const parts: Record<GutterPlace, Thing[]> = { above: [], left: [], right: [], below: [] }
  for (const thing of things) parts[gutterPlaceOfBox(thing.box, gutter)].push(thing)
  if (parts.left.length === 0 || parts.right.length === 0) return divideByGutters(things, others)
  return places.flatMap((place) =>
    divideByGutters(
      parts[place],
      others.filter((other) => gutterPlaceOfBox(asBox(other), gutter) === place),
    ),
  )
}

const places = ['above', 'left', 'right', 'below'] as const
type GutterPlace = (typeof places)[number]

const gutterPlaceOfBox = ([x0, y0, x1, y1]: Box, { left, right, top, bottom }: Gutter): GutterPlace => {
  const middle = (y0 + y1) / 2
  if (middle < top) return 'above'
  if (middle > bottom) return 'below'
  return (x0 + x1) / 2 < (left + right) / 2 ? 'left' : 'right'
}

const asBox = ({ left, right, top, bottom }: Gutter): Box => [left, top, right, bottom]
