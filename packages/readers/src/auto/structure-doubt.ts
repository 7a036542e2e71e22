import { type Block, type Warning, type WarningCode, warning } from '@polyparse/document'
import { structureDoubtLimits as limits } from './parameters.ts'

/** Something in the structure of a text that speaks against itself, and the block where it does. */
export type StructureDoubt = { readonly block: Block; readonly reason: string }

/** The blocks of a text, without those beside it. */
export const flowOf = (blocks: readonly Block[]): readonly Block[] =>
  blocks.filter(({ type }) => !besideTexts.has(type))

const besideTexts: ReadonlySet<string> = new Set<Block['type']>(['page_header', 'page_footer', 'footnote'])

/** One warning for each page with doubts: what is in doubt, and where and why, with the place of the first. */
export const tellDoubts = (code: WarningCode, what: string, doubts: readonly StructureDoubt[]): Warning[] =>
  [...Map.groupBy(doubts, ({ block }) => block.page)].map(([page, own]) => {
    const shown = own.slice(0, limits.maxNamed).map(({ block, reason }) => reason + placeOfDoubt(block))
    const more = own.length > limits.maxNamed ? [`and ${own.length - limits.maxNamed} more`] : []
    const message = `${what} of page ${page} ${what.endsWith('s') ? 'are' : 'is'} uncertain: ${[...shown, ...more].join('; ')}.`
    const first = own.find(({ block }) => block.bbox !== null)?.block.bbox ?? null
    return { ...warning(code, message, page), ...(first !== null && { bbox: first }) }
  })

const placeOfDoubt = ({ bbox }: Block): string =>
  bbox === null ? '' : ` (at ${bbox.map(Math.round).join(', ')} points)`
