import { centre, holds, type Box } from '@polyparse/document'
import { isTickSign, tickSignOf } from '../../language/tick-signs.ts'
import type { TickBox } from '../../layout/forms/tick-words.ts'
import type { ContentWord } from '../../layout/page-content.ts'
import type { PageDrawing, DrawnFigure } from '../../pdfium/drawings.ts'
import { drawnTickBoxes as limits } from './parameters.ts'

/*
 * Finds the boxes of a form that are drawn rather than set in a font: small squares and circles, open, or ticked by a
 * cross, a tick, a letter X or a fill.
 */

/** The boxes of a page, with what they are made of, which is neither text nor rules nor backgrounds. */
export type FoundTickBoxes = {
  readonly boxes: readonly TickBox[]
  readonly words: ReadonlySet<ContentWord>
  readonly isPart: (drawing: PageDrawing) => boolean
}

/** `fields` are the boxes of the document's form; what is drawn or set under them is theirs. */
export const findDrawnTickBoxes = (
  drawings: readonly PageDrawing[],
  words: readonly ContentWord[],
  fields: readonly TickBox[],
): FoundTickBoxes => {
  const small = drawings.filter(({ box }) => Math.max(...sideLengthsOfTickBox(box)) <= limits.maxSide)
  const drawn = small.length > limits.maxDrawings ? [] : framesAmong(small, drawings)
  const frames = drawn.filter(({ box }) => !fields.some((field) => holds(grown(field.box, limits.slack), centre(box))))
  const found = frames.flatMap(({ kind, box }): TickBoxWithMarks[] => {
    const marks = words.filter((word) => holds(box, centre(word.box)))
    if (!marks.every(({ text }) => tickMarkPattern.test(text))) return []
    return [{ box: { kind, box, isTicked: marks.length > 0 || isMarked(box, small) }, marks }]
  })
  found.push(...tickedCharacters(words, small))
  // Dark squares without a label are the bars of a chart.
  const isForm = found.some(({ box, marks }) => !box.isTicked || marks.length > 0 || hasLabel(box.box, words))
  const boxes = isForm ? found.map(({ box }) => box) : []
  const used = new Set(isForm ? found.flatMap(({ marks }) => marks) : [])
  for (const { box } of fields)
    for (const word of words)
      if (tickMarkPattern.test(word.text) || isTickSign(word.text)) if (holds(box, centre(word.box))) used.add(word)
  const around = [...(isForm ? drawn : []), ...boxes].map(({ box }) => grown(box, limits.slack))
  return {
    boxes: [...fields, ...boxes],
    words: used,
    isPart: (drawing) => around.some((box) => isWithinTickBoxFrame(drawing.box, box)),
  }
}

type TickBoxWithMarks = { readonly box: TickBox; readonly marks: readonly ContentWord[] }

/** Boxes that are characters of a font, with a mark set or drawn over them. */
const tickedCharacters = (words: readonly ContentWord[], small: readonly PageDrawing[]): TickBoxWithMarks[] => {
  const open = words.filter(({ text }) => text === tickSignOf({ isTicked: false }))
  if (open.length > limits.maxBoxes) return []
  return open.flatMap((character): TickBoxWithMarks[] => {
    const { box } = character
    const marks = words.filter((word) => tickMarkPattern.test(word.text) && holds(box, centre(word.box)))
    if (marks.length === 0 && !isMarked(box, small)) return []
    return [{ box: { kind: 'checkbox', box, isTicked: true }, marks: [character, ...marks] }]
  })
}

/** Tells whether a word is just right of a box, on its line. */
const hasLabel = (box: Box, words: readonly ContentWord[]): boolean => {
  const [across, down] = sideLengthsOfTickBox(box)
  return words.some(
    (word) =>
      /\p{L}/u.test(word.text) &&
      Math.abs(centre(word.box)[1] - centre(box)[1]) < down &&
      isBetween(word.box[0] - box[2], -limits.slack, across * limits.maxLabelGap),
  )
}

/** Squares and circles that are alone, and are not the keys of a legend, some of which have a colour. */
const framesAmong = (small: readonly PageDrawing[], drawings: readonly PageDrawing[]): TickBoxFrame[] => {
  const squares = [...outlined(small), ...filled(small, drawings), ...findRoundedTickBoxes(small, 'box')]
  const frames = withoutTouching(
    outermost([
      ...squares.map((box) => ({ kind: 'checkbox' as const, box })),
      ...findRoundedTickBoxes(small, 'circle').map((box) => ({ kind: 'radio' as const, box })),
    ]),
  )
  if (frames.length > limits.maxBoxes) return []
  const colored = frames.filter(({ box }) => isColored(box, small))
  return frames.filter(
    ({ box }) =>
      !colored.some((key) => isNearTickBoxSide(sideLengthsOfTickBox(key.box)[0], sideLengthsOfTickBox(box)[0])),
  )
}

/** The marks in a ticked box, as characters. */
const tickMarkPattern = /^[xX×✕✖✗✘✓✔√☒☑•●■]$/u

const sideLengthsOfTickBox = ([x0, y0, x1, y1]: Box): readonly [across: number, down: number] => [x1 - x0, y1 - y0]

const isSquare = (box: Box): boolean => {
  const [across, down] = sideLengthsOfTickBox(box)
  return (
    Math.min(across, down) >= limits.minSide &&
    Math.max(across, down) <= limits.maxSide &&
    Math.max(across, down) <= Math.min(across, down) * limits.maxRatio
  )
}

/** Squares of four lines, or of four areas as thin as lines. */
const outlined = (drawings: readonly PageDrawing[]): Box[] => {
  const edges = drawings.filter(
    ({ kind, box }) =>
      (kind === 'line' || kind === 'area') &&
      Math.min(...sideLengthsOfTickBox(box)) <= limits.maxThickness &&
      Math.max(...sideLengthsOfTickBox(box)) >= limits.minSide,
  )
  const across = edges.filter(({ box }) => sideLengthsOfTickBox(box)[0] > sideLengthsOfTickBox(box)[1])
  const down = edges.filter(({ box }) => sideLengthsOfTickBox(box)[0] <= sideLengthsOfTickBox(box)[1])
  return across.flatMap(({ box: top }) => {
    const near = down.filter(({ box }) => isNearTickBoxSide(box[1], top[1]))
    const left = near.find(({ box }) => isNearTickBoxSide(box[0], top[0]))
    const right = near.find(({ box }) => isNearTickBoxSide(box[2], top[2]) && box !== left?.box)
    if (left === undefined || right === undefined) return []
    const missing = (edge: Box): number => Math.abs(edge[1] - left.box[1])
    // The lower side of another box may lie close above the upper side of this one.
    const isUpper = !across.some(({ box }) => missing(box) < missing(top) && isNearTickBoxSide(box[0], top[0]))
    if (!isUpper) return []
    const square: Box = [top[0], top[1], top[2], Math.max(left.box[3], right.box[3])]
    const isClosed = across.some(
      ({ box }) =>
        isNearTickBoxSide(box[3], square[3]) &&
        isNearTickBoxSide(box[0], square[0]) &&
        isNearTickBoxSide(box[2], square[2]),
    )
    return isClosed && isSquare(square) ? [square] : []
  })
}

const isNearTickBoxSide = (a: number, b: number): boolean => Math.abs(a - b) <= limits.tolerance

/** Squares filled with white on a coloured ground, or with a smaller square in them. */
const filled = (small: readonly PageDrawing[], drawings: readonly PageDrawing[]): Box[] => {
  const squares = small.filter((drawing) => drawing.kind === 'area' && isSquare(drawing.box))
  if (squares.length > limits.maxBoxes) return []
  return squares.flatMap((square) => {
    const [across] = sideLengthsOfTickBox(square.box)
    const isFramed = squares.some(
      ({ box }) =>
        box !== square.box &&
        isWithinTickBoxFrame(box, square.box) &&
        sideLengthsOfTickBox(box)[0] > across * limits.minInner,
    )
    const isOnGround = isLight(square) && groundOf(square, drawings) !== null
    return isFramed || isOnGround ? [square.box] : []
  })
}

/** The colour of the last larger area that was drawn under a white square; null on white. */
const groundOf = (square: PageDrawing, drawings: readonly PageDrawing[]): PageDrawing | null => {
  const under = drawings
    .slice(0, drawings.indexOf(square))
    .findLast(
      (drawing) => drawing.kind === 'area' && drawing !== square && isWithinTickBoxFrame(square.box, drawing.box),
    )
  return under === undefined || isLight(under) ? null : under
}

/** Tells whether a light figure nearly fills one of its shape, of which it leaves an outline. */
const isInnerOf = (inner: PageDrawing, { box, shape }: DrawnFigure): boolean =>
  inner.kind === 'figure' &&
  inner.shape === shape &&
  inner.fill !== null &&
  lightness(inner.fill) >= limits.minLightness &&
  holds(box, centre(inner.box)) &&
  isBetween(sideLengthsOfTickBox(inner.box)[0] / sideLengthsOfTickBox(box)[0], limits.minInner, limits.maxInner)

/** Boxes with round corners, and circles, that are not filled. */
const findRoundedTickBoxes = (drawings: readonly PageDrawing[], shape: 'box' | 'circle'): Box[] =>
  drawings.flatMap((drawing) => {
    if (drawing.kind !== 'figure' || drawing.shape !== shape || !isSquare(drawing.box)) return []
    const isOpen =
      drawing.fill === null ||
      lightness(drawing.fill) >= limits.minLightness ||
      drawings.some((inner) => isInnerOf(inner, drawing))
    return isOpen ? [drawing.box] : []
  })

type TickBoxFrame = Omit<TickBox, 'isTicked'>

const outermost = (frames: readonly TickBoxFrame[]): TickBoxFrame[] => {
  const kept: TickBoxFrame[] = []
  for (const frame of frames.toSorted((a, b) => sideLengthsOfTickBox(b.box)[0] - sideLengthsOfTickBox(a.box)[0]))
    if (!kept.some(({ box }) => isWithinTickBoxFrame(frame.box, grown(box, limits.tolerance)))) kept.push(frame)
  return kept
}

/**
 * Squares that touch are the cells of a grid, or of a field with a place for each character. Boxes are close one below
 * another where each line has one, but share no side.
 */
const withoutTouching = (frames: readonly TickBoxFrame[]): TickBoxFrame[] =>
  frames.filter((frame) => {
    const [x0, y0, x1, y1] = frame.box
    const [besides, stacked] = [limits.tolerance, limits.minStackGap]
    return !frames.some(
      ({ box }) =>
        box !== frame.box &&
        box[0] < x1 + besides &&
        box[2] > x0 - besides &&
        box[1] < y1 + stacked &&
        box[3] > y0 - stacked,
    )
  })

/** Tells whether a cross, a tick or a dark fill is drawn in a box. */
const isMarked = (box: Box, drawings: readonly PageDrawing[]): boolean => {
  const side = sideLengthsOfTickBox(box)[0]
  const inside = drawings.filter((drawing) => holds(box, centre(drawing.box)))
  const isCrossed = inside.some(
    (drawing) =>
      drawing.kind === 'figure' &&
      drawing.shape === 'mark' &&
      Math.max(...sideLengthsOfTickBox(drawing.box)) > side * limits.minMark &&
      (drawing.fill === null || isDark(drawing.fill)),
  )
  // The last drawing in its middle hides the ones beneath.
  const fill = inside.findLast(
    (drawing) =>
      holds(drawing.box, centre(box)) &&
      Math.min(...sideLengthsOfTickBox(drawing.box)) > side * limits.minMark &&
      isFill(drawing),
  )
  return isCrossed || (fill !== undefined && isDark(colorOf(fill) ?? 0))
}

const isFill = (drawing: PageDrawing): boolean =>
  colorOf(drawing) !== null && !(drawing.kind === 'area' && drawing.isOfFrame)

const colorOf = (drawing: PageDrawing): number | null =>
  drawing.kind === 'area' ? drawing.color : drawing.kind === 'figure' && drawing.shape !== 'mark' ? drawing.fill : null

const isBetween = (value: number, from: number, to: number): boolean => value > from && value <= to

/** Tells whether a box is filled with a colour, as those of a legend are. */
const isColored = (box: Box, drawings: readonly PageDrawing[]): boolean =>
  drawings.some(
    (drawing) =>
      drawing.kind === 'area' &&
      sideLengthsOfTickBox(drawing.box)[0] > sideLengthsOfTickBox(box)[0] * limits.maxFill &&
      holds(box, centre(drawing.box)) &&
      lightness(drawing.color) < limits.minLightness &&
      !isDark(drawing.color),
  )

const isLight = (drawing: PageDrawing): boolean =>
  drawing.kind === 'area' && lightness(drawing.color) >= limits.minLightness

const isDark = (color: number): boolean => lightness(color) <= limits.maxLightness

/** The mean of red, green and blue, 0–255. */
const lightness = (color: number): number => (((color >> 16) & 255) + ((color >> 8) & 255) + (color & 255)) / 3

const isWithinTickBoxFrame = (box: Box, around: Box): boolean =>
  box[0] >= around[0] && box[1] >= around[1] && box[2] <= around[2] && box[3] <= around[3]

const grown = ([x0, y0, x1, y1]: Box, by: number): Box => [x0 - by, y0 - by, x1 + by, y1 + by]
