import { createHash } from 'node:crypto'
import {
  area,
  type Box,
  centre,
  clip,
  holds,
  overlap,
  scaleBox,
  union,
  type Warning,
  warning,
} from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import { cut, type PointMap, type Raster } from '@polyparse/engine/images'
import type { DocumentLanguages } from '../../ocr/document-languages.ts'
import { recognitionLimits } from '../../ocr/parameters.ts'
import type { RecognizedImage } from '../../ocr/recognition/recognize-page.ts'
import { ownCpuMs } from '../../ocr/recognition/within-time.ts'
import { turnBlock } from '../../ocr/recognition/turn-back.ts'
import { type DraftBlock, textOfBlock } from '../../paged/draft.ts'
import { insertBlocks } from '../../paged/insert-blocks.ts'
import type { PageDrawing } from '../../pdfium/drawings.ts'
import { isRecognitionLayer } from '../../pdfium/hidden-text.ts'
import type { Pdfium } from '../../pdfium/library.ts'
import type { OpenPdf } from '../../pdfium/kept-pdfs.ts'
import type { PageFacts } from '../../pdfium/page-facts.ts'
import { paint, renderPage } from '../../pdfium/raster.ts'
import { withPage } from '../../pdfium/with-page.ts'
import { countCharacters } from '../completeness.ts'
import { findLetterRows, groundOf } from './letter-rows.ts'
import { letterRows, pictureText as parameters } from './parameters.ts'

/** A picture, or letters drawn as outlines, with text that is in no text layer. */
export type PartWithText = {
  /** The box as displayed, in points. */
  readonly box: Box
  /** About how many letters it has; infinitely many where there was too much on the page to look for them. */
  readonly letters: number
  /** Points: how high most of its letters are. */
  readonly letterHeight: number
  readonly kind: 'picture' | 'outlines'
  /** Parts of it whose contents are read elsewhere: texts of the page, and pictures on it. */
  readonly others: readonly Box[]
}

/** Finds what looks like text on an open page beside its text: in pictures, and letters that are drawn. */
export const findPartsWithText = (
  pdfium: Pdfium,
  page: number,
  facts: PageFacts,
  { pictures, drawings }: { readonly pictures: readonly Box[]; readonly drawings: readonly PageDrawing[] },
): PartWithText[] => {
  const hasOutlines = mayBeOutlines(drawings)
  if ((pictures.length === 0 && !hasOutlines) || isRecognitionLayer(facts)) return []
  const dpi = letterRows.dpi * Math.min(1, letterRows.maxSide / Math.max(facts.width, facts.height))
  const raster = renderPage(pdfium, page, { dpi, channels: 1 })
  if (raster === null) return []
  let known: number | null = null
  const ground = (): number => (known ??= groundOf(raster) ?? 255)
  const texts = visibleTexts(facts)
  const inPictures = lookIntoPictures({ raster, dpi, ground, texts }, pictures)
  if (!hasOutlines) return inPictures
  const others = [...texts, ...pictures]
  const wholePage: Box = [0, 0, facts.width, facts.height]
  if (isOverlaid(wholePage, others)) return [...inPictures, unseenPart(wholePage, 'outlines')]
  const shade = ground()
  for (const box of others) paint(raster, scaleBox(box, dpi / 72), shade)
  return [...inPictures, ...outlinedParts(raster, dpi, facts, others)]
}

type DrawnPage = {
  readonly raster: Raster
  readonly dpi: number
  /** The shade of what cannot be told from the page, which takes a look at all of it. */
  readonly ground: () => number
  readonly texts: readonly Box[]
}

/** The pictures with letters, as long as there is not too much to look at; the others count as full of them. */
const lookIntoPictures = ({ raster, dpi, ground, texts }: DrawnPage, pictures: readonly Box[]): PartWithText[] => {
  const toPixels = (box: Box): Box => scaleBox(box, dpi / 72)
  let pixels = 0
  let comparisons = 0
  return pictures.flatMap((box, index): PartWithText[] => {
    comparisons += texts.length + pictures.length
    if (pixels > parameters.maxSeenPixels || comparisons > parameters.maxComparisons)
      return [unseenPart(box, 'picture')]
    const part = cropped(raster, toPixels(box))
    if (part === null) return []
    pixels += part.pixels.length
    const others = [
      ...texts.filter((text) => overlap(text, box) > 0),
      ...pictures.filter((other, at) => overlap(other, box) > 0 && isOnTop(other, box, at > index)),
    ]
    if (isOverlaid(box, others)) return [unseenPart(box, 'picture')]
    const ownGround = groundOf(part) ?? ground()
    for (const other of others) paint(part, moved(toPixels(other), toPixels(box)), ownGround)
    const { letters, height } = findLetterRows(part, dpi)
    return letters < letterRows.minOfPicture
      ? []
      : [{ box, letters, letterHeight: (height * 72) / dpi, kind: 'picture', others }]
  })
}

/** Returns what there was too much to look at: it counts as full of letters, and a warning names it. */
const unseenPart = (box: Box, kind: PartWithText['kind']): PartWithText => ({
  box,
  letters: Infinity,
  letterHeight: letterRows.minHeight,
  kind,
  others: [],
})

/** Tells whether so much lies on a part, one thing over another, that painting it out would take long. */
const isOverlaid = (box: Box, others: readonly Box[]): boolean =>
  others.reduce((sum, other) => sum + overlap(other, box), 0) > area(box) * parameters.maxLayers

/** Tells whether what two pictures share is read as part of the first: the smaller, or of two of one size the later one. */
const isOnTop = (a: Box, b: Box, isLater: boolean): boolean => {
  const difference = area(a) - area(b)
  return difference === 0 ? isLater : difference < 0
}

const visibleTexts = ({ texts }: PageFacts): Box[] => texts.flatMap(({ box, hidden }) => (hidden === null ? [box] : []))

const mayBeOutlines = (drawings: readonly PageDrawing[]): boolean => {
  let figures = 0
  for (const { kind, box } of drawings) {
    if (kind === 'tangle') return true
    if ((kind === 'figure' || kind === 'dot') && box[3] - box[1] >= letterRows.minFigureHeight) figures += 1
  }
  return figures >= letterRows.minFigures
}

/** Rows of letters that are near each other as parts of the page. */
const outlinedParts = (
  raster: Raster,
  dpi: number,
  { width, height }: PageFacts,
  others: readonly Box[],
): PartWithText[] => {
  const found = findLetterRows(raster, dpi)
  if (found.letters < letterRows.minOfPicture) return []
  const rows = found.rows.map((box) => scaleBox(box, 72 / dpi))
  if (rows.length > parameters.maxRows) return [unseenPart([0, 0, width, height], 'outlines')]
  const share = found.letters / found.rows.length
  return joinNear(rows).map((part): PartWithText => {
    const box = clip(widened(part, parameters.margin), width, height)
    return {
      box,
      letters: Math.round(rows.filter((row) => holds(part, centre(row))).length * share),
      letterHeight: (found.height * 72) / dpi,
      kind: 'outlines',
      others: others.filter((other) => overlap(other, box) > 0),
    }
  })
}

/**
 * The boxes with those that are near each other as one, which may bring it near to others: none are near in the end.
 * @example joinNear([[0, 0, 10, 10], [11, 0, 20, 10], [200, 0, 210, 10]]) // [[0, 0, 20, 10], [200, 0, 210, 10]]
 */
export const joinNear = (boxes: readonly Box[]): Box[] => {
  let apart: Box[] = []
  for (const box of boxes) {
    let whole = box
    let near = apart
    do {
      near = apart.filter((one) => areNear(one, whole))
      whole = union([...near, whole]) ?? whole
      const joined = new Set(near)
      apart = apart.filter((one) => !joined.has(one))
    } while (near.length > 0)
    apart.push(whole)
  }
  return apart
}

const areNear = (a: Box, b: Box): boolean =>
  Math.min(a[2], b[2]) + parameters.partGap > Math.max(a[0], b[0]) &&
  Math.min(a[3], b[3]) + parameters.partGap > Math.max(a[1], b[1])

const widened = ([x0, y0, x1, y1]: Box, by: number): Box => [x0 - by, y0 - by, x1 + by, y1 + by]

const moved = ([x0, y0, x1, y1]: Box, [left, top]: Box): Box => [x0 - left, y0 - top, x1 - left, y1 - top]

/** A part of a raster, in its pixels; null where nothing of it is inside. */
const cropped = (raster: Raster, [x0, y0, x1, y1]: Box): Raster | null => {
  const [x, y] = [Math.floor(x0), Math.floor(y0)]
  return cut(raster, { x, y, width: Math.ceil(x1) - x, height: Math.ceil(y1) - y })
}

export type PartsReader = {
  /** The text of the parts of a page as blocks, and a warning where some of it could not be read. */
  read(number: number, parts: readonly PartWithText[]): Promise<{ blocks: DraftBlock[][]; warnings: Warning[] }>
}

/** Reads the parts of the pages of one document. A picture that is on several pages is read once. */
export const createPartsReader = (pdfium: Pdfium, pdf: OpenPdf, languages: DocumentLanguages): PartsReader => {
  const known = new Map<string, readonly DraftBlock[]>()
  let left: number = parameters.maxLetters
  const readPart = async (number: number, part: PartWithText, end: number): Promise<readonly DraftBlock[]> => {
    if (part.letters === Infinity || ownCpuMs() >= end) return []
    const drawn = drawPart(pdfium, pdf, number, part)
    if (drawn === null) return []
    const key = createHash('sha1').update(drawn.raster.pixels).digest('base64')
    const before = known.get(key)
    if (before !== undefined) return before
    const cpuMs = end - ownCpuMs()
    if (left < part.letters || cpuMs <= 0) return []
    left -= Math.max(part.letters, parameters.minCost)
    const blocks = await recognizePart({ number, cpuMs, ...drawn }, languages)
    // There may be time for the same picture where it comes again, so an unread one is not kept.
    if (blocks === null) return []
    known.set(key, blocks)
    return blocks
  }
  return {
    read: async (number, parts) => {
      const blocks: DraftBlock[][] = []
      const unread: PartWithText[] = []
      const end = ownCpuMs() + recognitionLimits.lookMs
      for (const part of parts) {
        const found = await readPart(number, part, end)
        if (countCharacters(found) < parameters.minCharacters) unread.push(part)
        else blocks.push(onPage(found, part))
      }
      const told = unread.filter(({ letters }) => letters >= parameters.minTold)
      return { blocks, warnings: told.length === 0 ? [] : [pictureTextUnread(number, told)] }
    },
  }
}

type DrawnPart = { readonly raster: Raster; readonly dpi: number }

/** A part of a page as it looks, without what is read elsewhere. */
const drawPart = (
  pdfium: Pdfium,
  pdf: OpenPdf,
  number: number,
  { box, letterHeight, others }: PartWithText,
): DrawnPart | null =>
  withPage(pdfium, pdf, number, (page) => {
    const fine = Math.max(parameters.minDpi, (parameters.letterPixels * 72) / letterHeight)
    const dpi = Math.min(parameters.maxDpi, fine)
    const pixels = scaleBox(box, dpi / 72)
    const [x, y] = [Math.floor(pixels[0]), Math.floor(pixels[1])]
    const part = { x, y, width: Math.ceil(pixels[2]) - x, height: Math.ceil(pixels[3]) - y }
    if (part.width * part.height > parameters.maxPixels) return null
    const raster = renderPage(pdfium, page, { dpi, channels: 1, part })
    const ground = raster === null ? null : groundOf(raster)
    if (raster === null) return null
    for (const other of others) paint(raster, moved(scaleBox(other, dpi / 72), pixels), ground ?? 255)
    return { raster, dpi }
  })

/**
 * The blocks of a part, in points from its own top left; none where hardly anything of it could be read, and null where it
 * could not be read to its end.
 */
const recognizePart = async (
  image: RecognizedImage,
  languages: DocumentLanguages,
): Promise<readonly DraftBlock[] | null> => {
  try {
    // Text recognition is slow to load, and most documents do not need it.
    const { recognizePage } = await import('../../ocr/recognition/recognize-page.ts')
    const recognized = await recognizePage(image, languages)
    const minQuality = recognized.turned === 0 ? parameters.minQuality : parameters.minQualityTurned
    if (recognized.quality < minQuality) return []
    const { width, height } = recognized.content
    const words = recognized.content.words.filter(({ confidence }) => confidence >= parameters.minWord)
    const content = { ...recognized.content, words }
    const { toDraftPages } = await import('../../ocr/recognize-pdf-page.ts')
    const pages = toDraftPages([{ recognized: { ...recognized, content }, source: { width, height, rotation: 0 } }])
    return pages.flatMap(({ blocks }) => blocks.filter(isSomeText))
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.code === 'unsupported_option') throw error
    return null
  }
}

const isSomeText = (block: DraftBlock): boolean =>
  block.type !== 'picture' && (block.table !== undefined || /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(textOfBlock(block)))

const onPage = (blocks: readonly DraftBlock[], { box: [left, top] }: PartWithText): DraftBlock[] => {
  const map: PointMap = (x, y) => [x + left, y + top]
  return blocks.map((block) => ({ ...turnBlock(block, map), known: true, isRecognized: true }))
}

/** Puts the blocks of each part after its picture, and those of outlines where they are. */
export const insertParts = (blocks: readonly DraftBlock[], parts: readonly (readonly DraftBlock[])[]): DraftBlock[] => {
  const ordered = [...blocks]
  for (const part of parts) {
    const around = union(part.map(({ box }) => box))
    if (around === null) continue
    const picture = ordered.findIndex(({ type, box }) => type === 'picture' && holds(box, centre(around)))
    if (picture >= 0) ordered.splice(picture + 1, 0, ...part)
    else {
      const place: DraftBlock = { type: 'paragraph', box: around, lines: [] }
      ordered.splice(insertBlocks(ordered, [place]).indexOf(place), 0, ...part)
    }
  }
  return ordered
}

const pictureTextUnread = (page: number, parts: readonly PartWithText[]): Warning => {
  const places = parts.slice(0, parameters.maxTold).map(({ box }) => `[${box.map(Math.round).join(', ')}]`)
  const what = parts.some(({ kind }) => kind === 'picture') ? 'Pictures' : 'Drawings'
  return warning(
    'picture_text_unread',
    `${what} on page ${page} probably have text that could not be read, at ${places.join(', ')} in points.`,
    page,
  )
}
