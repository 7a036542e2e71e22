import { type Box, holds } from '@polyparse/document'
import type { TextItem } from '../../../layout-library.ts'
import type { FormField } from '../../../pdfium/form-fields.ts'
import { fastFieldParameters as parameters } from '../parameters.ts'

/** The text of a page with the values of its form fields: joined to the label beside it, or on their own. */
export const withFields = (
  items: readonly TextItem[],
  fields: readonly FormField[],
  drawings: () => readonly { readonly box: Box }[],
): readonly TextItem[] => {
  const filled = fields.filter((field) => !isPrinted(field, items))
  if (filled.length === 0) return items
  let all = [...items]
  for (const field of filled) {
    const neighbour = neighbourOf(field, all)
    const at = neighbour === null ? -1 : all.indexOf(neighbour)
    const [first, ...rest] = itemsOfFormField(field, neighbour)
    if (first === undefined) continue
    const isApart = neighbour === null || isDivided(field, neighbour, drawings())
    const end = neighbour === null ? all.length : at + (isApart && !isLeft(field, neighbour) ? 0 : 1)
    const before = all.slice(0, isApart ? end : at)
    all = before.concat(isApart ? first : joinLabelWithValue(neighbour, first), rest, all.slice(end))
  }
  return all
}

const isLeft = (field: FormField, label: TextItem): boolean => label.x < field.box[0]

const joinLabelWithValue = (label: TextItem, value: TextItem): TextItem => {
  const [first, last] = label.x < value.x ? [label, value] : [value, label]
  const words = [first, last].flatMap((item) => (item.words?.length ? item.words : [item]))
  const right = Math.max(label.x + label.width, value.x + value.width)
  return { ...label, text: `${first.text.trim()} ${last.text.trim()}`, x: first.x, width: right - first.x, words }
}

/** Tells whether a rule is between a field and its label, other than the frame of the field itself. */
const isDivided = ({ box }: FormField, label: TextItem, drawings: readonly { readonly box: Box }[]): boolean => {
  const [from, to] = label.x < box[0] ? [label.x + label.width, box[0]] : [box[2], label.x]
  return drawings.some(
    ({ box: [x0, y0, x1, y1] }) =>
      x1 - x0 < parameters.maxRuleWidth &&
      x0 > from - parameters.ruleSlackBefore &&
      x1 < to + parameters.ruleSlackAfter &&
      y0 < label.y + label.height / 2 &&
      y1 > label.y + label.height / 2 &&
      (y0 < box[1] - parameters.minRuleReach || y1 > box[3] + parameters.minRuleReach),
  )
}

/** Tells whether the page's own text has the value at that place, as in a flattened form that kept its fields. */
const isPrinted = ({ box, text }: FormField, items: readonly TextItem[]): boolean => {
  const there = items
    .flatMap((item) => (item.words === undefined || item.words.length === 0 ? [item] : item.words))
    .filter(({ x, y, width, height }) => holds(box, [x + width / 2, y + height / 2]))
    .map((word) => word.text)
  return there.length > 0 && withoutSpaces(there.join('')).includes(withoutSpaces(text))
}

const withoutSpaces = (text: string): string => text.replaceAll(/\s+/g, '')

/** The text nearest to the first line of a field, to its left or its right. */
const neighbourOf = ({ box: [x0, y0, x1, y1], text, size }: FormField, items: readonly TextItem[]): TextItem | null => {
  const bottom = text.includes('\n') ? y0 + size * parameters.lineStep * parameters.labelLines : y1
  const distance = ({ x, width }: TextItem): number => Math.max(x0 - x - width, x - x1)
  const beside = items.filter(
    (item) =>
      item.y + item.height / 2 > y0 &&
      item.y + item.height / 2 < bottom &&
      distance(item) > -size &&
      distance(item) < size * parameters.maxLabelGap,
  )
  return beside.reduce<TextItem | null>(
    (best, item) => (best === null || distance(item) < distance(best) ? item : best),
    null,
  )
}

const itemsOfFormField = ({ box: [x0, y0, x1, y1], text, size }: FormField, neighbour: TextItem | null): TextItem[] => {
  const lines = text.split('\n')
  const isOne = lines.length === 1
  const height = neighbour?.height ?? size
  const top = neighbour?.y ?? (isOne ? (y0 + y1 - size) / 2 : y0)
  return lines.flatMap((line, index): TextItem[] => {
    const texts = line.split(/\s+/).filter((word) => word !== '')
    const joined = texts.join(' ')
    if (joined === '') return []
    const width = Math.min(size * parameters.characterWidth, (x1 - x0) / joined.length)
    const place = { y: top + index * size * parameters.lineStep, height }
    let x = x0
    const words = texts.map((word) => {
      const placed = { text: word, x, width: word.length * width, ...place }
      x += (word.length + 1) * width
      return placed
    })
    return [{ text: joined, x: x0, width: joined.length * width, ...place, words, fontSize: size, fontHeight: size }]
  })
}
