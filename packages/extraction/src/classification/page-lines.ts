import { itemAt } from '@polyparse/document/items'
import type { BlockType, Document } from '@polyparse/document'
import type { IndexedReading, ReadWord } from '../reading/indexed-reading.ts'

/** Words that are beside each other on a page, without a wide blank between them. */
export type PageLine = {
  /** The first and the last of its words in the reading. */
  readonly first: number
  readonly last: number
  /** 0–1: how much like a title it is there. */
  readonly prominence: number
  /** True if it is repeated at the top or bottom of pages. */
  readonly isRunning: boolean
}

export type LinedPage = {
  readonly page: number
  readonly width: number | null
  readonly height: number | null
  readonly lines: readonly PageLine[]
}

/** The width, in heights of the words, of a blank that divides texts side by side, such as an address and a title. */
const widestBlank = 2.5
/** The height of the letters of a title, relative to most words of its page. */
const titleHeight = 1.3
/** Words of a title at most: what is longer is a sentence. */
const titleWords = 10
/** Lines at the top of a page in which a title may be in letters of the usual height. */
const topLines = 8

/* The likeness of a line to a title, by its place. */
const asTitle = 1
const atTop = 0.85
const inHeader = 0.8
const alone = 0.55
export const prominenceInText = 0.15

/** The lines of each page, in the order of the reading. */
export const linesOfPages = (
  { pages }: Pick<Document, 'pages'>,
  { words }: Pick<IndexedReading, 'words'>,
): LinedPage[] => {
  const types = pages.flatMap(({ blocks }) => blocks.map(({ type }) => type))
  const byPage = Map.groupBy(words.keys(), (index) => itemAt(words, index).page)
  return pages.map(({ number, width, height }) => {
    const ofPage = byPage.get(number) ?? []
    const usual = usualHeight(ofPage.map((index) => itemAt(words, index)))
    let count = 0
    const lines = dividedLines(ofPage, words).map(({ first, last }): PageLine => {
      const type = types[itemAt(words, first).block - 1] ?? 'paragraph'
      const isRunning = type === 'page_header' || type === 'page_footer'
      if (!isRunning) count += 1
      return { first, last, prominence: prominenceOf(words.slice(first, last + 1), type, { usual, count }), isRunning }
    })
    return { page: number, width, height, lines }
  })
}

const dividedLines = (
  ofPage: readonly number[],
  words: readonly ReadWord[],
): { readonly first: number; readonly last: number }[] => {
  const lines: { first: number; last: number }[] = []
  for (const index of ofPage) {
    const line = lines.at(-1)
    if (line !== undefined && continuesLine(itemAt(words, line.last), itemAt(words, index))) line.last = index
    else lines.push({ first: index, last: index })
  }
  return lines
}

const continuesLine = (before: ReadWord, word: ReadWord): boolean => {
  if (before.line !== word.line || before.block !== word.block) return false
  if (before.bbox === null || word.bbox === null || before.bbox === word.bbox) return true
  return word.bbox[0] - before.bbox[2] <= widestBlank * (before.bbox[3] - before.bbox[1])
}

const heightOf = ({ bbox }: ReadWord): number => (bbox === null ? 0 : bbox[3] - bbox[1])

/** The median height of words; 0 where there are no boxes. */
const usualHeight = (words: readonly ReadWord[]): number => {
  const heights = words.map(heightOf).toSorted((one, other) => one - other)
  return heights[heights.length >> 1] ?? 0
}

const prominenceOf = (
  words: readonly ReadWord[],
  type: BlockType,
  { usual, count }: { readonly usual: number; readonly count: number },
): number => {
  if (type === 'title' || type === 'heading') return asTitle
  if (words.length > titleWords) return prominenceInText
  if (type === 'page_header') return inHeader
  const isHigh = usual > 0 && words.every((word) => heightOf(word) >= titleHeight * usual)
  if (isHigh && type !== 'page_footer') return asTitle
  if (words.length > 6) return prominenceInText
  if (count <= topLines && type !== 'page_footer') return atTop
  return words.length <= 3 ? alone : prominenceInText
}

/** Pages at the beginning of a document that say what it is, beside the last one. */
const firstPages = 3

/**
 * The pages that say what a document is: anything is named somewhere in a long one.
 * @example tellingPages([1, 2, 3, 4, 5, 6]) // [1, 2, 3, 6]
 */
export const tellingPages = <Page>(pages: readonly Page[]): Page[] =>
  pages.filter((_, index) => index < firstPages || index === pages.length - 1)
