import type { TextRun } from '@polyparse/document'
import { joinedGap, sameRow, wordGap } from './parameters.ts'
import type { PlacedText } from './texts.ts'

/** Texts from top to bottom and from left to right; those that go on with each other in a row are one. */
export const svgTextsInReadingOrder = (texts: readonly PlacedText[]): (readonly TextRun[])[] => {
  const lines: TextRun[][] = []
  for (const row of rowsOfSvgTexts(texts)) {
    let before: PlacedText | undefined
    for (const text of row) {
      const gap = before === undefined ? Infinity : (text.x - before.x - before.width) / text.size
      const line = lines.at(-1)
      // Widths are guesses, so that one text may seem to begin within the other.
      const goesOn = before !== undefined && before.isLevel && text.isLevel && gap < joinedGap && text.x > before.x
      if (goesOn && line !== undefined)
        line.push(...(gap < wordGap && text.source === before?.source ? [] : [{ text: ' ' }]), ...text.runs)
      else lines.push([...text.runs])
      before = text
    }
  }
  return lines
}

const rowsOfSvgTexts = (texts: readonly PlacedText[]): PlacedText[][] => {
  const rows: PlacedText[][] = []
  for (const text of texts.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    const isSame = first !== undefined && text.y - first.y <= sameRow * Math.min(text.size, first.size)
    if (isSame) row?.push(text)
    else rows.push([text])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}
