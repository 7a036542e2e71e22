import type { TextRun } from '@polyparse/document'
import { jointOf } from '../language/line-joints.ts'
import type { DraftWord, Line } from './draft.ts'

/** Joins neighbours of one look to runs. A space between two runs belongs to the earlier one. */
export const runsOfLines = (lines: readonly Line[]): TextRun[] => {
  const runs: { text: string; look: Omit<TextRun, 'text'> }[] = []
  for (const line of lines) {
    for (const [index, word] of line.words.entries()) {
      const last = runs.at(-1)
      const before = index === 0 ? jointOf(last?.text ?? '', word.text) : ' '
      const space = last !== undefined && (index === 0 || word.spaced) ? before : ''
      const look = lookOfDraftWord(word)
      if (last !== undefined && isSameDraftLook(last.look, look)) last.text += space + word.text
      else {
        if (last !== undefined) last.text += space
        runs.push({ text: word.text, look })
      }
    }
  }
  return runs.map(({ text, look }) => Object.assign({ text }, look))
}

/** `Data.gov,`, `www.example.org/tariff`, `harbour@example.org`. */
const printedAddress = /^\S*[\p{L}\p{N}][.@]\p{L}{2,}(?:[/?#]\S*)?[.,;:)]*$/u

const lookOfDraftWord = ({
  text,
  style: { bold, italic, monospaced, struck, underlined, highlight },
  raised,
  lowered,
  href,
}: DraftWord): Omit<TextRun, 'text'> => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
  ...(monospaced && { code: true }),
  ...(struck === true && { strikethrough: true }),
  // A link is underlined because it is a link, and so is an address that was printed as one.
  ...(underlined === true && href === null && !printedAddress.test(text) && { underline: true }),
  ...(highlight !== undefined && { highlight }),
  ...(raised && { superscript: true }),
  ...(lowered === true && { subscript: true }),
  ...(href !== null && { href }),
})

const isSameDraftLook = (a: Omit<TextRun, 'text'>, b: Omit<TextRun, 'text'>): boolean =>
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.code === b.code &&
  a.strikethrough === b.strikethrough &&
  a.underline === b.underline &&
  a.highlight === b.highlight &&
  a.superscript === b.superscript &&
  a.subscript === b.subscript &&
  a.href === b.href

/** The runs of the lines of a cell, where some of its text is marked by people: elsewhere their look says nothing. */
export const markedRuns = (lines: readonly Line[]): { readonly runs?: TextRun[] } => {
  const runs = runsOfLines(lines)
  return runs.some((run) => run.strikethrough === true || run.underline === true || run.highlight !== undefined)
    ? { runs }
    : {}
}
