import { mainSize, textOfBlock, textOfLine, type Draft, type DraftBlock, type DraftPage } from '../draft.ts'

/** Where a block stands in the reading order of the document. */
type Placed = { readonly block: DraftBlock; readonly page: DraftPage }

/** What may stand between the two parts of a text: it floats, or belongs to the page. */
const floating = new Set<DraftBlock['type']>(['page_header', 'page_footer', 'footnote', 'picture', 'caption', 'table'])
const margins = new Set<DraftBlock['type']>(['page_header', 'page_footer', 'footnote'])

/** Marks the paragraphs, programs and tables that go on where an earlier column or page ended. */
export const findContinuations = (draft: Draft): Draft => {
  let text: Placed | null = null
  let last: Placed | null = null
  return {
    ...draft,
    pages: draft.pages.map((page) => ({
      ...page,
      blocks: page.blocks.map((block) => {
        const here = { block, page }
        const before = block.table === undefined ? text : last
        const continues = block.known !== true && before !== null && goesOn(before, here)
        if (!margins.has(block.type)) last = here
        if (!floating.has(block.type)) text = here
        return continues ? { ...block, continues } : block
      }),
    })),
  }
}

const goesOn = (before: Placed, here: Placed): boolean => {
  if (before.block.type !== here.block.type) return false
  if (here.block.table !== undefined) return isSameTable(before, here)
  if (!isElsewhere(before, here)) return false
  if (here.block.type === 'code') return isOpenCode(before.block, here.block)
  return here.block.type === 'paragraph' && isOpenText(before.block, here.block)
}

/** In another column or on another page: not below what it goes on with. */
const isElsewhere = (before: Placed, here: Placed): boolean =>
  before.page !== here.page || here.block.box[1] < before.block.box[1]

const isOpenText = (before: DraftBlock, block: DraftBlock): boolean => {
  const [text, next] = [textOfBlock(before), textOfBlock(block)]
  if (Math.abs(mainSize(before.lines) - mainSize(block.lines)) > 0.6) return false
  if (/[.!?:;…]["”’)\]]*\d*$/u.test(text) || next === '') return false
  if (/^\p{Ll}/u.test(next)) return true
  const lines = before.lines
  const end = lines.at(-1)
  return (
    lines.length > 2 &&
    end !== undefined &&
    end.box[2] > before.box[2] - end.size * 1.5 &&
    /^[\p{L}\p{N}("“]/u.test(next)
  )
}

/** A program with brackets still open, or one whose next part is indented or closes them. */
const isOpenCode = (before: DraftBlock, block: DraftBlock): boolean => {
  const text = before.lines.map(textOfLine).join('\n')
  const count = (brackets: RegExp): number => text.match(brackets)?.length ?? 0
  return count(/[([{]/g) > count(/[)\]}]/g) || /^[)\]}]/.test(textOfBlock(block))
}

/** The last thing of a page and the first of the next, with the same columns. */
const isSameTable = (before: Placed, here: Placed): boolean => {
  const [a, b] = [before.block.table, here.block.table]
  if (a === undefined || b === undefined || before.page.number + 1 !== here.page.number) return false
  const apart = Math.max(
    Math.abs(before.block.box[0] - here.block.box[0]),
    Math.abs(before.block.box[2] - here.block.box[2]),
  )
  return a.columnCount === b.columnCount && b.caption === undefined && apart < here.page.width * 0.03
}
