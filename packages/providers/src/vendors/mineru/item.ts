import type { Box } from '@polyparse/document'
import type { AnswerPicture } from '../../answer.ts'

/** A part of a page, as both generations of MinerU tell of it. */
export type MineruItem = {
  /** The type in MinerU's words: `text`, `paragraph_title`, `table` … */
  readonly type: string
  /** Counted from 0, in what was sent. */
  readonly page: number
  /** The box in shares of the page; null: it is not told. */
  readonly box: Box | null
  /** The level of a heading. */
  readonly level: number | null
  /** Markdown; HTML of a table, LaTeX of a formula, and of a picture what it shows. */
  readonly content: string
  /** The items of a list that is given item by item. */
  readonly listItems: readonly string[]
  readonly captions: readonly MineruNote[]
  readonly footnotes: readonly MineruNote[]
  /** Undefined where there is none. */
  readonly picture: AnswerPicture | undefined
}

export type MineruNote = { readonly text: string; readonly box: Box | null }

/**
 * The box of four sides in parts of so many to a page.
 * @example boxOfItem([0, 500, 1000, 750], 1000) // [0, 0.5, 1, 0.75]
 */
export const boxOfItem = (sides: readonly number[] | null | undefined, parts: number): Box | null => {
  const [x0, y0, x1, y1] = sides ?? []
  return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined
    ? null
    : [x0 / parts, y0 / parts, x1 / parts, y1 / parts]
}
