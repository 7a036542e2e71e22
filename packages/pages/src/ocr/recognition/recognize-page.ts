import { type Box, scaleBox } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import { evenLight } from '@polyparse/engine/images'
import { findSheet } from '@polyparse/engine/images'
import { flatten } from '@polyparse/engine/images'
import type { PointMap } from '@polyparse/engine/images'
import type { Raster } from '@polyparse/engine/images'
import { findSkew } from '@polyparse/engine/images'
import { level, turn } from '@polyparse/engine/images'
import { languageOfText } from '../../language/text-language.ts'
import { type TickBox, withTickWords } from '../../layout/forms/tick-words.ts'
import type { PageContent } from '../../layout/page-content.ts'
import type { DocumentLanguages } from '../document-languages.ts'
import { boxesApart } from './boxes-apart.ts'
import { withDoubtsOfNumbers } from './doubtful-numbers.ts'
import { findTickBoxesInInk, type RasterBox } from './find-tick-boxes.ts'
import { inkShare, findDrawings } from './drawings.ts'
import { readByBoth } from './read-by-both.ts'
import { recognizedLines, rawOf, type RecognizedLine } from './recognition-lines.ts'
import { recognizeWords } from './read-words.ts'
import { type RecognitionTime, recognitionTime } from './recognition-time.ts'
import { recognizeAroundBoxes } from './recognize-around-boxes.ts'
import { readAround } from './words-in-boxes.ts'
import { requireLanguages } from './languages.ts'
import { isScriptOf, isVertical, mayRunDown } from './scripts.ts'
import { type Languages, type Orientation, readOrientation, readRaster } from './tesseract.ts'
import { backFromLevel, byMatrix, inTurn } from './turn-back.ts'
import type { InstalledModel } from '../paddle/models.ts'
import { NetworkFailure, networksOf } from '../paddle/networks.ts'
import { turnsByLines } from '../paddle/turns-by-lines.ts'
import { layOnSide, runsDown, standUp } from './vertical-lines.ts'
import { orientation, scripts, textYield } from '../parameters.ts'

/** A page as an image: one grey channel, upright as far as known. */
export type RecognizedImage = {
  readonly number: number
  readonly raster: Raster
  /** Resolution of the raster. */
  readonly dpi: number
  /** True if it is a page of a PDF, which Tesseract reads first; absent for what may be anything. */
  readonly isPdfPage?: boolean
  /** Milliseconds of CPU time for all that is tried with it; absent for as much as a page may take. */
  readonly cpuMs?: number
}

export type RecognizedPage = {
  /**
   * The content, in points of the page as it is when its lines are level and run from side to side; `back` takes boxes
   * to the page as displayed.
   */
  readonly content: PageContent
  /** Degrees by which the page image was rotated clockwise to be upright. */
  readonly turned: 0 | 90 | 180 | 270
  /** Radians by which lines fall to the right on the page as displayed. */
  readonly skew: number
  /** The map from `content` to the upright page as displayed. */
  readonly back: PointMap
  /** 0–1: the share of the text that is probably right, by the confidence of its words; 1 where there is no text. */
  readonly quality: number
  /** Share of the page that is neither paper nor picture. */
  readonly ink: number
  /** The level raster that was read. */
  readonly raster: Raster
  /** Returns what the recogniser itself says of the page of this number. */
  readonly raw: (page: number) => unknown
  /** The languages in which it was read. */
  readonly languages: readonly string[]
  /** The name of the script in which it is, if these languages are written in others; null otherwise. */
  readonly unknownScript: string | null
  /** The language of its words, if what it was read with lacks letters of it; null otherwise, and where the script is unknown. */
  readonly unknownLanguage: string | null
  /** Why the installed model did not read it; null where it could, or none is installed. */
  readonly unusableModel: string | null
  /** The numbers that may lack a sign between their figures, or have a letter for one, as they were read. */
  readonly unsureNumbers: readonly string[]
  /** The boxes, like those of `content`, of lines that look written by hand and were not read surely. Only a model sees such lines. */
  readonly handwritten: readonly Box[]
}

/** The recognisers of a page, their languages, and the time that is left for it. */
type Recognizer = Languages & {
  readonly model: InstalledModel | null
  /** Why a model that is installed does not read; null where it does, or none is. */
  readonly unusableModel: string | null
  readonly isModelAlone: boolean
  readonly time: RecognitionTime
}

/**
 * Opens the best model that has all letters of some languages; Tesseract goes on where it is damaged, unless it is not
 * to read.
 */
const recognizerOf = async (
  named: readonly string[],
  { models, folder, isModelAlone }: DocumentLanguages,
): Promise<Omit<Recognizer, 'time'>> => {
  const best = models.find(({ model }) => named.every(model.covers)) ?? null
  const recognizer = { languages: named, folder, isModelAlone }
  if (best === null) return { ...recognizer, model: null, unusableModel: null }
  try {
    await networksOf(best)
    return { ...recognizer, model: best, unusableModel: null }
  } catch (error) {
    if (isModelAlone || !(error instanceof EngineFailure)) throw error
    return { ...recognizer, model: null, unusableModel: error.message }
  }
}

type PageReadingAttempt = Omit<RecognizedPage, 'unknownScript' | 'unknownLanguage'> & {
  /** The model whose networks have read it, which see letters like their own in those of other scripts; null where none has. */
  readonly model: InstalledModel | null
}

/**
 * Reads the text of a page image, and the rules, backgrounds and pictures around it; a second time where the first shows
 * that its language is another one.
 * @throws {EngineFailure} `unsupported_option`, `timeout` or `engine_crashed`.
 */
export const recognizePage = async (image: RecognizedImage, languages: DocumentLanguages): Promise<RecognizedPage> => {
  if (!languages.isModelAlone) requireLanguages(languages.current(), languages.folder)
  const time = recognitionTime(image.cpuMs)
  let seen: Promise<Orientation | null> | null = null
  const look = (): Promise<Orientation | null> => (seen ??= readOrientation(image.raster))
  const read = async (named: readonly string[]): Promise<PageReadingAttempt> => {
    const recognizer = { ...(await recognizerOf(named, languages)), time }
    try {
      return await recognizeTurned(image, recognizer, look)
    } catch (error) {
      if (languages.isModelAlone || !(error instanceof NetworkFailure)) throw error
      return recognizeTurned(image, { ...recognizer, model: null, unusableModel: error.message }, look)
    }
  }
  const first = await read(languages.current())
  const page =
    (languages.learn(textOfReading(first)) ? await time.again(() => read(languages.current())) : null) ?? first
  if (!isGarbageReading(page)) return inKnownScript(page)
  const found = await look()
  const script = found?.script ?? null
  // Lines that run down are garbage in a language for those that run from side to side.
  if (found === null || script === null || (isScriptOf(script, page.languages) && !mayRunDown(script, page.languages)))
    return inKnownScript(page)
  for (const others of languages.forScript(script)) {
    if (others.every((language) => page.languages.includes(language))) continue
    const again = await time.again(() => read(others))
    if (again === null || isGarbageReading(again)) continue
    languages.use(others)
    return inKnownScript(again)
  }
  // Tesseract names a script for blurred letters of any kind, but never with confidence.
  return found.confidence >= orientation.minConfidence
    ? { ...page, unknownScript: script, unknownLanguage: null }
    : inKnownScript(page)
}

const textOfReading = ({ content }: PageReadingAttempt): string => content.words.map(({ text }) => text).join(' ')

/** A page with the language of its words, if letters of that are lost in the languages, and by the model, that it was read with. */
const inKnownScript = (page: PageReadingAttempt): RecognizedPage => {
  const language = languageOfText(textOfReading(page))
  const isCovered =
    language === null || page.languages.includes(language) || page.model?.model.covers(language) === true
  return { ...page, unknownScript: null, unknownLanguage: isCovered ? null : language }
}

/** Tells whether nearly all of the words of a page are unsure, or none was read: not so for one with some foreign words. */
const isGarbageReading = (page: PageReadingAttempt): boolean =>
  page.quality < (page.model !== null ? scripts.maxModelQuality : scripts.maxQuality) ||
  (charactersOf(page.content) === 0 && page.ink >= orientation.minInk)

/** A page of which little can be read is read in other orientations too, and taken as it reads best. */
const recognizeTurned = async (
  image: RecognizedImage,
  languages: Recognizer,
  look: () => Promise<Orientation | null>,
): Promise<PageReadingAttempt> => {
  const { model } = languages
  const asSeen = await recognizeLit(image, languages, 0)
  // Networks tell the orientation of a page by some of its lines, before it is read in other light the wrong way up.
  const byLines = model === null || isReadWell(asSeen) ? [] : await turnsByLines(image.raster, model)
  const turned = await bestOfTurns(image, languages, byLines, asSeen)
  if (turned !== asSeen) return turned
  const best = await recognizeUpright(image, languages, { asSeen, turned: 0 })
  if (model !== null || isReadWell(best)) return best
  return bestOfTurns(image, languages, turnsToTry(await look()), best)
}

/** Returns the best of a reading of a page as it is, and of those in other orientations up to one that is read well. */
const bestOfTurns = async (
  image: RecognizedImage,
  languages: Recognizer,
  turns: readonly PageReadingAttempt['turned'][],
  asItIs: PageReadingAttempt,
): Promise<PageReadingAttempt> => {
  const isOnItsSide = standsOnItsSide(asItIs.content)
  let best = asItIs
  for (const turned of turns) {
    const upright = { ...image, raster: turn(image.raster, turned) }
    const page = await languages.time.again(async () =>
      recognizeUpright(upright, languages, { asSeen: await recognizeLit(upright, languages, turned), turned }),
    )
    // A drawing that has been turned looks like some letters as well.
    if (page === null || page.quality < orientation.minQuality) continue
    if (isReadWell(page) && (isOnItsSide || sureCharacters(page) > sureCharacters(best))) return page
    if (sureCharacters(page) > sureCharacters(best)) best = page
  }
  return best
}

/** Not so for a page with something on it of which nothing is read, be it as little as a line of small print. */
const isReadWell = (page: PageReadingAttempt): boolean =>
  page.quality >= orientation.minQuality &&
  !isThin(page) &&
  !standsOnItsSide(page.content) &&
  (charactersOf(page.content) > 0 || page.ink < orientation.minInk)

/**
 * The orientations that a page may have of which little could be read, the likeliest first; none when it certainly is
 * upright. Often too little or too small text is on it for Tesseract to be sure.
 */
const turnsToTry = (found: Orientation | null): (90 | 180 | 270)[] => {
  const isSure = found !== null && found.confidence >= orientation.minConfidence
  if (isSure && found.turn === 0) return []
  const others = [90, 270, 180] as const
  return isSure
    ? others.toSorted((one, other) => Number(other === found.turn) - Number(one === found.turn))
    : [...others]
}

/** Tells whether most words are taller than wide: text that runs up or down is recognised too, but not in lines. */
const standsOnItsSide = ({ words }: PageContent): boolean => {
  const long = words.filter(({ text }) => text.length >= orientation.minWordLength)
  return (
    long.filter(({ box }) => box[3] - box[1] > (box[2] - box[0]) * orientation.minUprightRatio).length >
    long.length * orientation.minUprightShare
  )
}

/** Tells whether the letters that were read make up only a small part of the ink on a page. */
export const isThin = ({
  content: { words, width, height },
  ink,
}: Pick<RecognizedPage, 'content' | 'ink'>): boolean => {
  const squares = words.reduce((sum, { text, size }) => sum + text.length * size * size, 0)
  return ink >= textYield.minInk && squares < ink * width * height * textYield.minSquares
}

export const charactersOf = ({ words }: Pick<PageContent, 'words'>): number =>
  words.reduce((sum, { text }) => sum + text.length, 0)

const sureCharacters = ({ content, quality }: PageReadingAttempt): number => charactersOf(content) * quality

/**
 * Tells whether a page was read so well, with a model that sees through shadows and slopes, that it need not be made
 * easier.
 */
const isReadSurely = (page: PageReadingAttempt, { model }: Recognizer): boolean =>
  model !== null && page.quality >= orientation.minSureQuality && isReadWell(page)

/** A reading, and by how much its page was turned for it. */
type FirstReading = { readonly asSeen: PageReadingAttempt; readonly turned: PageReadingAttempt['turned'] }

/** A sheet that was photographed at an angle is also read as if seen from above, and taken as more of it is read. */
const recognizeUpright = async (
  image: RecognizedImage,
  languages: Recognizer,
  first: FirstReading,
): Promise<PageReadingAttempt> => {
  const asSeen = await recognizeInAnyLight(image, languages, first)
  if (isReadSurely(asSeen, languages)) return asSeen
  const corners = findSheet(image.raster)
  const flat = corners === null ? null : flatten(image.raster, corners)
  if (flat === null) return asSeen
  const { turned } = first
  const flattened = { ...image, raster: flat.raster }
  const fromAbove = await languages.time.again(async () =>
    recognizeInAnyLight(flattened, languages, { asSeen: await recognizeLit(flattened, languages, turned), turned }),
  )
  if (fromAbove === null || sureCharacters(fromAbove) <= sureCharacters(asSeen)) return asSeen
  const points = 72 / image.dpi
  const toPhotograph: PointMap = (x, y) => {
    const [fromX, fromY] = flat.from(x / points, y / points)
    return [fromX * points, fromY * points]
  }
  return { ...fromAbove, back: inTurn(fromAbove.back, toPhotograph) }
}

/**
 * A page on which the light is uneven is also read as if it were not, and taken as more of it is read: it may be a page with
 * large dark parts in good light, which are best left as they are.
 */
const recognizeInAnyLight = async (
  image: RecognizedImage,
  languages: Recognizer,
  { asSeen, turned }: FirstReading,
): Promise<PageReadingAttempt> => {
  if (isReadSurely(asSeen, languages)) return asSeen
  const raster = evenLight(image.raster)
  if (raster === null) return asSeen
  const evenly = await languages.time.again(() => recognizeLit({ ...image, raster }, languages, turned))
  return evenly !== null && sureCharacters(evenly) > sureCharacters(asSeen) ? evenly : asSeen
}

const recognizeLit = async (
  image: RecognizedImage,
  { languages, folder, model, unusableModel, isModelAlone, time }: Recognizer,
  turned: PageReadingAttempt['turned'],
): Promise<PageReadingAttempt> => {
  const skew = findSkew(image.raster)
  const raster = skew === 0 ? image.raster : level(image.raster, skew)
  const boxes = findTickBoxesInInk(raster, image.dpi)
  const points = 72 / image.dpi
  const back = backFromLevel(skew, { width: raster.width * points, height: raster.height * points })
  const read = { turned, skew, raster, languages, back, unusableModel, model, handwritten: [] }
  const recognize = async (text: Raster): Promise<Found> => {
    const byTesseract = () => readRaster(text, { languages, folder, dpi: image.dpi, cpuMs: time.leftMs() })
    if (model !== null) {
      const tesseract = isModelAlone ? null : async () => recognizedLines(await byTesseract())
      const networks = await networksOf(model)
      const { lines, handwritten, ...shares } = await readByBoth(text, networks, tesseract, {
        time,
        isPdfPage: image.isPdfPage,
      })
      return { lines, handwritten, raw: (page) => ({ page, model: model.model.name, ...shares, lines }), onSide: null }
    }
    const found = await byTesseract()
    const onSide = languages.some(isVertical) && runsDown(found) ? layOnSide(found, raster.width) : null
    return {
      lines: recognizedLines(found),
      handwritten: [],
      raw: (page) => rawOf(found, page),
      onSide: onSide === null ? null : recognizedLines(onSide),
    }
  }
  const { found, text, apart } = await recognizeAroundBoxes(raster, boxesApart(raster, boxes), { recognize, time })
  if (found.onSide === null) {
    const others = boxes.filter((box) => !apart.includes(box))
    const upright = { ...image, raster: text }
    const handwritten = found.handwritten.map((box) => scaleBox(box, points))
    return { ...interpretPage(found.lines, upright, { apart, others }), ...read, raw: found.raw, handwritten }
  }
  const side = { ...image, raster: turn(raster, 270) }
  const onSide = interpretPage(found.onSide, side, { apart: [], others: [] })
  return { ...onSide, ...read, raw: found.raw, back: inTurn(byMatrix(standUp(raster.width * points)), back) }
}

/**
 * The lines that a recogniser read in a raster. Lines that run down are in `onSide`, in the raster turned on its side.
 */
type Found = {
  readonly lines: readonly RecognizedLine[]
  readonly handwritten: readonly Box[]
  readonly raw: RecognizedPage['raw']
  readonly onSide: readonly RecognizedLine[] | null
}

type Boxes = { readonly apart: readonly RasterBox[]; readonly others: readonly RasterBox[] }

/** Returns what was read in a level raster, as the content of a page; `others` are boxes that may be parts of letters. */
const interpretPage = (
  found: readonly RecognizedLine[],
  { number, raster, dpi }: RecognizedImage,
  { apart, others }: Boxes,
): Pick<RecognizedPage, 'content' | 'quality' | 'ink' | 'unsureNumbers'> => {
  const { lines, boxes } = readAround(found, others)
  const numbers = withDoubtsOfNumbers(lines)
  const drawings = findDrawings(raster, dpi)
  const toPoints = ({ box, isTicked }: RasterBox): TickBox => ({
    kind: 'checkbox',
    box: scaleBox(box, 72 / dpi),
    isTicked,
  })
  const content: PageContent = {
    number,
    width: (raster.width * 72) / dpi,
    height: (raster.height * 72) / dpi,
    rotation: 0,
    words: withTickWords(recognizeWords(numbers.lines, { raster, dpi, drawings }), [...apart, ...boxes].map(toPoints)),
    ...drawings,
  }
  const pictures = content.pictures.map((box) => scaleBox(box, dpi / 72))
  // All text of a page tells whether it was read the right way up and in its language; one number alone does not.
  return {
    content,
    quality: meanConfidenceOfLines(lines),
    ink: inkShare(raster, pictures),
    unsureNumbers: numbers.unsure,
  }
}

/** The mean confidence of the words, weighted by their length. */
const meanConfidenceOfLines = (lines: readonly RecognizedLine[]): number => {
  const words = lines.flatMap((line) => line.words)
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return length === 0 ? 1 : sure / length
}
