import type { Box } from '@polyparse/document'
import type { AnswerBlock } from '../../answer.ts'
import { createAnchors, anchorStretches } from './anchors.ts'
import type { AnsweredPage, GoogleDocument } from './google-document-ai-answer-shape.ts'
import { boxOfPoly, type PageSize } from './places.ts'

/** The signs for the names of a box to tick, alone or as the value of a form. */
const checkboxSigns: Readonly<Record<string, string>> = { filled_checkbox: '☑', unfilled_checkbox: '☐' }

/**
 * @example signOfMark('filled_checkbox') // '☑'
 */
export const signOfMark = (type: string | null | undefined): string | null => checkboxSigns[type ?? ''] ?? null

export type VisualMarks = {
  /** The marks by the character of the text that they precede. */
  readonly before: ReadonlyMap<number, string>
  /** Those beside which there is no text. */
  readonly alone: readonly AnswerBlock[]
}

/** The boxes to tick on a page that the text does not have, each before the line that it belongs to. */
export const visualMarks = (page: AnsweredPage, document: GoogleDocument, size: PageSize): VisualMarks => {
  const before = new Map<number, string>()
  const alone: AnswerBlock[] = []
  const anchors = createAnchors(document)
  const lines = (page.lines ?? []).flatMap(({ layout }) => {
    const [box, first] = [boxOfPoly(layout?.boundingPoly, size), anchorStretches(layout)[0]]
    return box === null || first === undefined ? [] : [{ box, start: first[0] }]
  })
  for (const { type, layout } of page.visualElements ?? []) {
    const sign = signOfMark(type)
    if (sign === null || anchors.textOf(layout) !== '') continue
    const box = boxOfPoly(layout?.boundingPoly, size)
    const line = box === null ? undefined : lineBeside(box, lines)
    if (line === undefined) alone.push({ type: 'paragraph', text: sign, box })
    else before.set(line.start, `${before.get(line.start) ?? ''}${sign} `)
  }
  return { before, alone }
}

type GoogleLinePlace = { readonly box: Box; readonly start: number }

/** The nearest line to the right at the same height, or else to the left. */
const lineBeside = ([x0, y0, x1, y1]: Box, lines: readonly GoogleLinePlace[]): GoogleLinePlace | undefined => {
  const middle = (y0 + y1) / 2
  const beside = lines.filter(({ box }) => box[1] <= middle && middle <= box[3])
  const [right] = beside.filter(({ box }) => box[2] > x1).toSorted((a, b) => a.box[0] - b.box[0])
  const [left] = beside.filter(({ box }) => box[2] <= x0).toSorted((a, b) => b.box[2] - a.box[2])
  return right ?? left
}
