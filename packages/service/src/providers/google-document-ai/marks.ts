import type { Box } from '@polyparse/document'
import type { AnswerBlock } from '../answer.ts'
import { createAnchors, stretchesOf } from './anchors.ts'
import type { AnsweredPage, ReadDocument } from './answer-shape.ts'
import { boxOf, type PageSize } from './places.ts'

/** What a box to tick is called, alone or as the value of a form. */
const signs: Readonly<Record<string, string>> = { filled_checkbox: '☑', unfilled_checkbox: '☐' }

export const signOf = (type: string | null | undefined): string | null => signs[type ?? ''] ?? null

export type Marks = {
  /** The characters of the text before which they stand. */
  readonly before: ReadonlyMap<number, string>
  /** Those beside which there is no text. */
  readonly alone: readonly AnswerBlock[]
}

/** The boxes to tick on a page that the text does not have, each before the line that it belongs to. */
export const marksOf = (page: AnsweredPage, document: ReadDocument, size: PageSize): Marks => {
  const before = new Map<number, string>()
  const alone: AnswerBlock[] = []
  const anchors = createAnchors(document)
  const lines = (page.lines ?? []).flatMap(({ layout }) => {
    const [box, first] = [boxOf(layout?.boundingPoly, size), stretchesOf(layout)[0]]
    return box === null || first === undefined ? [] : [{ box, start: first[0] }]
  })
  for (const { type, layout } of page.visualElements ?? []) {
    const sign = signOf(type)
    if (sign === null || anchors.textOf(layout) !== '') continue
    const box = boxOf(layout?.boundingPoly, size)
    const line = box === null ? undefined : lineBeside(box, lines)
    if (line === undefined) alone.push({ type: 'paragraph', text: sign, box })
    else before.set(line.start, `${before.get(line.start) ?? ''}${sign} `)
  }
  return { before, alone }
}

type Line = { readonly box: Box; readonly start: number }

/** The nearest line to the right at the same height, or else to the left. */
const lineBeside = ([x0, y0, x1, y1]: Box, lines: readonly Line[]): Line | undefined => {
  const middle = (y0 + y1) / 2
  const beside = lines.filter(({ box }) => box[1] <= middle && middle <= box[3])
  const [right] = beside.filter(({ box }) => box[2] > x1).toSorted((a, b) => a.box[0] - b.box[0])
  const [left] = beside.filter(({ box }) => box[2] <= x0).toSorted((a, b) => b.box[2] - a.box[2])
  return right ?? left
}
