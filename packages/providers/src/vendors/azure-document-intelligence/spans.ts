import { lastOf } from '@polyparse/document/items'
import { markedLevel } from '../../answer-blocks.ts'
import type { AnalyzeResult, AzurePart, AzureSpan, AzureWord } from './azure-document-intelligence-answer-shape.ts'

/** The facts that the answer gives about stretches of the content, and so about every part within them. */
export type AzureSpans = {
  /** Finds the page of content without regions, as in office documents. */
  pageOf(part: AzurePart): number
  /** Returns the height in the unit of its boxes. */
  heightOf(part: AzurePart): number
  /** The mean of its words; undefined where there are none. */
  confidenceOf(part: AzurePart): number | undefined
  /** Finds the level that is marked in the content, which is Markdown; paragraphs themselves have no levels. */
  headingLevel(part: AzurePart): number | null
  /** Its text with formulas, in LaTeX, and boxes to tick in place of their placeholders. */
  textOf(part: AzurePart & { readonly content: string }): string
}

/** Mark a formula and boxes to tick in texts. */
const formulaMark = ':formula:'
const tickMarks: Readonly<Record<string, string>> = { ':selected:': '☒', ':unselected:': '☐' }

export const createSpans = ({ content, pages }: AnalyzeResult): AzureSpans => {
  const words = byOffset(pages.flatMap((page) => page.words ?? []))
  const formulas = byOffset(pages.flatMap((page) => page.formulas ?? []))
  const sums = runningSums(words)
  const heights = new Map(pages.map(({ pageNumber, height }) => [pageNumber, height ?? 0]))

  const pageSpans = byOffset(
    pages.flatMap(({ pageNumber, spans }) => (spans ?? []).map((span) => ({ span, pageNumber }))),
  )

  const pageOf = ({ spans }: AzurePart): number => {
    const offset = spans?.[0]?.offset ?? 0
    const before = pageSpans[firstFrom(pageSpans, offset + 1) - 1] ?? pageSpans[0]
    return before?.pageNumber ?? pages[0]?.pageNumber ?? 1
  }
  return {
    pageOf,
    heightOf: (part) => heights.get(part.boundingRegions?.[0]?.pageNumber ?? pageOf(part)) ?? 0,
    confidenceOf: ({ spans }) => {
      let [sum, count] = [0, 0]
      for (const { offset, length } of spans ?? []) {
        const [first, end] = [firstFrom(words, offset), firstFrom(words, offset + length)]
        sum += (sums[end] ?? 0) - (sums[first] ?? 0)
        count += end - first
      }
      return count === 0 ? undefined : Math.round((sum / count) * 10_000) / 10_000
    },
    headingLevel: ({ spans }) => {
      const offset = spans?.[0]?.offset
      if (offset === undefined) return null
      const lineStart = content.lastIndexOf('\n', offset - 1) + 1
      return markedLevel(content.slice(lineStart, lineStart + 8))
    },
    textOf: ({ content: given, spans }) => {
      const text = given.replaceAll(/:(?:un)?selected:/g, (mark) => tickMarks[mark] ?? mark)
      if (!text.includes(formulaMark)) return text
      const own = (spans ?? []).flatMap(({ offset, length }) =>
        formulas.slice(firstFrom(formulas, offset), firstFrom(formulas, offset + length)),
      )
      const next = own.values()
      return text.replaceAll(formulaMark, (mark) => {
        const formula = next.next().value
        return formula === undefined ? mark : `$${formula.value}$`
      })
    },
  }
}

type Spanned = { readonly span: AzureSpan }

const byOffset = <Thing extends Spanned>(things: readonly Thing[]): Thing[] =>
  things.toSorted((a, b) => a.span.offset - b.span.offset)

/** The running sums of the confidences before each word. */
const runningSums = (words: readonly AzureWord[]): number[] => {
  const sums = [0]
  for (const { confidence } of words) sums.push(lastOf(sums) + confidence)
  return sums
}

/** The index of the first thing at or after a place, by halving. */
const firstFrom = (things: readonly Spanned[], offset: number): number => {
  let [low, high] = [0, things.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((things[middle]?.span.offset ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  return low
}
