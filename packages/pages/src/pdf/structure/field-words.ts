import { type Box, centre, holds } from '@polyparse/document'
import type { ContentWord } from '../../layout/page-content.ts'
import { plainStyle } from '../../font-style.ts'
import { tickSignOf } from '../../language/tick-signs.ts'
import type { TickBox } from '../../layout/forms/tick-words.ts'
import type { FormField } from '../../pdfium/form-fields.ts'
import { structureFieldParameters as parameters } from './parameters.ts'

/** The values that were entered in form fields as words at their places, except where the page itself has them. */
export const fieldWords = (fields: readonly FormField[], words: readonly ContentWord[]): ContentWord[] =>
  fields
    .filter((field) => !isTick(field) && !isPrinted(field, words))
    .flatMap((field) => wordsOfFormField(field, words))

const isTick = ({ kind }: FormField): boolean => kind === 'checkbox' || kind === 'radio'

/** The fields to tick as boxes, each in the middle of its field. */
export const tickFields = (fields: readonly FormField[]): TickBox[] =>
  fields.flatMap(({ kind, box: [x0, y0, x1, y1], text }) => {
    if (kind !== 'checkbox' && kind !== 'radio') return []
    const half = Math.min(x1 - x0, y1 - y0, parameters.maxTickSide) / 2
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
    return [{ kind, box: [x - half, y - half, x + half, y + half], isTicked: text === tickSignOf({ isTicked: true }) }]
  })

const isPrinted = ({ box, text }: FormField, words: readonly ContentWord[]): boolean => {
  const there = words.filter((word) => holds(box, centre(word.box))).map((word) => word.text)
  return there.length > 0 && there.join('').includes(text.replaceAll(/\s+/g, ''))
}

const wordsOfFormField = (
  { kind, box: [x0, y0, x1, y1], text, size }: FormField,
  words: readonly ContentWord[],
): ContentWord[] => {
  const entry = { kind }
  const lines = text.split('\n').filter((one) => one.trim() !== '')
  const first =
    baselineBeside([x0, y0, x1, y1], words) ??
    (lines.length === 1 ? (y0 + y1) / 2 + size * parameters.baselineBelowMiddle : y0 + size)
  return lines.flatMap((one, index) => {
    const width = Math.min(size * parameters.characterWidth, (x1 - x0) / one.length)
    const baseline = first + index * size * parameters.lineStep
    let x = x0
    return one.split(/\s+/).map((word): ContentWord => {
      const right = x + word.length * width
      const placed = [x, baseline - size * parameters.ascent, right, baseline + size * parameters.descent] as const
      x = right + width
      const look = { style: plainStyle, href: null, confidence: 1, color: 0, font: '', mark: null, entry }
      return { text: word, box: placed, size, baseline, spaceBefore: true, ...look }
    })
  })
}

/** The baseline of the label of a field, so that both are on one line. */
const baselineBeside = ([x0, y0, x1, y1]: Box, words: readonly ContentWord[]): number | null => {
  const beside = words.filter((word) => word.baseline > y0 && word.baseline < y1 + parameters.labelSlack)
  const distance = ({ box }: ContentWord): number => Math.max(x0 - box[2], box[0] - x1)
  const nearest = beside.reduce<ContentWord | null>(
    (best, word) => (best === null || distance(word) < distance(best) ? word : best),
    null,
  )
  return nearest?.baseline ?? null
}
