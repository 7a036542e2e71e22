import { type Box, mapBox } from '@polyparse/document'
import type { ContentWord, Fill, PageContent, Rule } from '../../layout/page-content.ts'
import type { Character } from '../../pdfium/character.ts'
import type { PageDrawing } from '../../pdfium/drawings.ts'
import type { FormField } from '../../pdfium/form-fields.ts'
import { plainStyle } from '../../font-style.ts'
import { isTickSign, withTickSigns } from '../../language/tick-signs.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { normalizeLayer } from './normalize-layer.ts'
import { withTickWords } from '../../layout/forms/tick-words.ts'
import { fieldWords, tickFields } from './field-words.ts'
import { frameOfPage, turnCharacter, turnDrawing, type Direction, type PageTurn } from './frames.ts'
import { readPdfWords } from './read-words.ts'
import { drawnBullets as parameters, drawnRules } from './parameters.ts'
import { findDrawnTickBoxes } from './tick-boxes.ts'

/** The content of a page in one direction of its text; nearly always the only one. */
export type FramedContent = { readonly frame: PageTurn; readonly content: PageContent }

/**
 * The content of an open page: its characters as words, its paths as rules and backgrounds. The direction of most of its text
 * comes first and has all drawings; text in other directions follows separately.
 */
export const readContent = ({
  number,
  facts,
  seen,
  drawings,
  fields = [],
}: PageContentSource): readonly [FramedContent, ...FramedContent[]] => {
  const { width, height, rotation, links, images } = facts
  const characters = normalizeLayer(seen)
  const [main = 0, ...others] = directionsOf(characters)
  const read = (direction: Direction, isMain: boolean): FramedContent => {
    const frame = frameOfPage(direction, width, height)
    const own = characters.filter(({ look }) => look.direction === direction)
    const all = withTickSigns(
      readPdfWords(
        direction === 0 ? own : own.map((character) => turnCharacter(character, frame)),
        links.map(({ href, box }) => ({ href, box: mapBox(frame.toFrame, box) })),
      ).filter(({ box }) => isBoxOnPage(box, frame)),
    ).map(withPlainTick)
    const turned = isMain ? drawings.map((drawing) => turnDrawing(drawing, frame)) : []
    // A page of a spread may draw its neighbour as well.
    const figures = turned.filter(({ box }) => isBoxOnPage(box, frame))
    const entered = direction === 0 ? fields : []
    const ticks = findDrawnTickBoxes(figures, all, tickFields(entered))
    const words = all.filter((word) => !ticks.words.has(word))
    const drawn = figures.filter((drawing) => !ticks.isPart(drawing))
    const content: PageContent = {
      number,
      width: frame.width,
      height: frame.height,
      rotation,
      words: [...withTickWords(words, ticks.boxes), ...bulletsOf(drawn, words), ...fieldWords(entered, words)],
      rules: drawn.flatMap((drawing) => ruleOf(drawing) ?? []),
      fills: drawn.flatMap((drawing) => fillOf(drawing) ?? []),
      pictures: isMain ? images.map(({ box }) => mapBox(frame.toFrame, box)) : [],
    }
    return { frame, content }
  }
  return [read(main, true), ...others.map((direction) => read(direction, false))]
}

/** The font of a box says nothing: it is often of one width, as those of programs are. */
const withPlainTick = (word: ContentWord): ContentWord =>
  isTickSign(word.text) ? { ...word, style: plainStyle, font: '' } : word

type PageContentSource = {
  readonly number: number
  readonly facts: PageFacts
  /** Its visible characters. */
  readonly seen: readonly Character[]
  readonly drawings: readonly PageDrawing[]
  /** The form fields of the page. */
  readonly fields?: readonly FormField[]
}

/** Directions, the most frequent first. */
const directionsOf = (characters: readonly Character[]): Direction[] => {
  const counts = new Map<Direction, number>()
  for (const { look, box } of characters)
    if (box !== null) counts.set(look.direction, (counts.get(look.direction) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([direction]) => direction)
}

/** Words for small figures that are bullets: text follows them on their line. */
const bulletsOf = (drawings: readonly PageDrawing[], words: readonly ContentWord[]): ContentWord[] => {
  const dots = drawings.filter((drawing) => isDot(drawing))
  if (dots.length === 0 || dots.length > parameters.maxDots) return []
  return dots.flatMap(({ box }): ContentWord[] => {
    const middle = (box[1] + box[3]) / 2
    const near = words.filter(
      (word) =>
        middle < word.baseline &&
        middle > word.baseline - word.size &&
        word.box[0] > box[2] &&
        word.box[0] < box[2] + word.size * parameters.maxGap,
    )
    const next = near.reduce<ContentWord | null>(
      (best, word) => (best === null || word.box[0] < best.box[0] ? word : best),
      null,
    )
    const isFirst = !words.some(
      (word) =>
        Math.abs(word.baseline - (next?.baseline ?? 0)) < parameters.baselineTolerance &&
        word.box[2] <= box[0] &&
        word.box[2] > box[0] - word.size * parameters.minClearance,
    )
    if (next === null || !isFirst || box[3] - box[1] > next.size * parameters.maxHeight) return []
    const { baseline, size } = next
    return [
      {
        ...next,
        text: '•',
        box: [box[0], baseline - size * parameters.height, box[2], baseline],
        href: null,
        font: '',
        style: plainStyle,
        spaceBefore: true,
      },
    ]
  })
}

const isDot = (drawing: PageDrawing): boolean => {
  const [x0, y0, x1, y1] = drawing.box
  const [across, down] = [x1 - x0, y1 - y0]
  return (
    (drawing.kind === 'area' || drawing.kind === 'dot') &&
    across >= parameters.minSide &&
    across <= parameters.maxSide &&
    Math.abs(across - down) < parameters.roundness
  )
}

const isBoxOnPage = ([x0, y0, x1, y1]: Box, { width, height }: PageTurn): boolean =>
  x1 > 0 && y1 > 0 && x0 < width && y0 < height

const ruleOf = (drawing: PageDrawing): Rule | null => {
  const [x0, y0, x1, y1] = drawing.box
  const [across, down] = [x1 - x0, y1 - y0]
  if (drawing.kind === 'area' && (Math.min(across, down) > drawnRules.maxThickness || isLight(drawing.color)))
    return null
  if (drawing.kind !== 'line' && drawing.kind !== 'area') return null
  if (Math.max(across, down) < drawnRules.minLength) return null
  const isHorizontal = across >= down
  const thickness = drawing.kind === 'line' ? drawing.thickness : Math.min(across, down)
  return isHorizontal
    ? { direction: 'horizontal', at: (y0 + y1) / 2, from: x0, to: x1, thickness }
    : { direction: 'vertical', at: (x0 + x1) / 2, from: y0, to: y1, thickness }
}

const fillOf = (drawing: PageDrawing): Fill | null => {
  if (drawing.kind !== 'area') return null
  const [x0, y0, x1, y1] = drawing.box
  return Math.min(x1 - x0, y1 - y0) > drawnRules.maxThickness ? { box: drawing.box, color: drawing.color } : null
}

/** White lines divide nothing visible, except on a coloured ground, where the areas show the same. */
const isLight = (color: number): boolean => color === 0xff_ff_ff
