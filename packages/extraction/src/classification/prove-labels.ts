import type { Classification, DocumentContents } from '@polyparse/document'
import { candidatesOf, firstWord } from '../proof/candidates.ts'
import { type IndexedReading, indexReading } from '../reading/indexed-reading.ts'
import type { LeafSchema } from '../schema/extraction-schema.ts'
import { foldText } from '../values/fold.ts'
import { type ClassificationOptions, type DecidedRange, toClassifiedRange } from './classified-ranges.ts'
import { type Continuity, continuitiesOf, marksOfPages, surelyGoesOn } from './continuity.ts'
import { decideLabel } from './decide.ts'
import { type ClassificationTerms, termsOfLabels } from './label-terms.ts'
import type { ClassificationLabel } from './labels.ts'
import { type GivenLabel, readGivenLabel, readGivenPages } from './model-labels.ts'
import { type Clue, supportOfPages } from './page-evidence.ts'
import { type LinedPage, linesOfPages, tellingPages } from './page-lines.ts'

/** Labels that a model has given, as far as words on the pages show them. */
export type ProvenClassification = Pick<Classification, 'ranges'> & {
  /** Pages of which the model has given another label than titles and words speak for, ascending. */
  readonly disputed: readonly number[]
  /** Pages for which it has given no label that was asked for, or shown none on the page, ascending. */
  readonly unproven: readonly number[]
}

/* The confidence of a label for which a model has shown words on the page: alone, and what titles and words add to that. */
const shownConfidence = 0.65
const supportedConfidence = 0.3
/** That of a label against which titles and words speak: callers look at what is below .7. */
const disputedConfidence = 0.6
/** Letters and digits of a passage below which it shows nothing: it is anywhere. */
const leastShown = 4
/**
 * Brings together what was answered about the portions of a document. A model is not believed: a label that was not asked for is
 * none, and so is one of which no passage that the model shows is on the page.
 */
export const proveClassification = (
  document: DocumentContents,
  labels: readonly ClassificationLabel[],
  answers: readonly unknown[],
  { by = 'document' }: ClassificationOptions = {},
): ProvenClassification => {
  const reading = indexReading(document)
  const pages = linesOfPages(document, reading)
  const seen = { reading, terms: termsOfLabels(labels), labels }
  const numbers = pages.map(({ page }) => page)
  if (by === 'document') {
    const proven = proveLabel(tellingPages(pages), answers.map(readGivenLabel), seen)
    const marked = numbers.slice(0, 1)
    return {
      ranges: numbers.length === 0 ? [] : [toClassifiedRange({ ...proven, pages: numbers }, seen)],
      disputed: proven.isDisputed ? marked : [],
      unproven: proven.isUnproven ? marked : [],
    }
  }
  const byPage = Map.groupBy(answers.flatMap(readGivenPages), ({ page }) => page)
  const continuities = continuitiesOf(marksOfPages(pages, reading))
  const ranges: DecidedRange[] = []
  const [disputed, unproven]: [number[], number[]] = [[], []]
  for (const [index, page] of pages.entries()) {
    const given = byPage.get(page.page) ?? []
    const proven = proveLabel([page], given, seen)
    const last = ranges.at(-1)
    const begins = given.some((one) => one.begins)
    const certainty =
      last === undefined
        ? null
        : certaintyOfGoingOn(last, { page, proven, begins, continuity: continuities[index] ?? null })
    if (last === undefined || certainty === null) {
      if (proven.isUnproven) unproven.push(page.page)
      if (proven.isDisputed) disputed.push(page.page)
      ranges.push({ ...proven, pages: [page.page] })
    } else {
      if (last.label === null && proven.isUnproven) unproven.push(page.page)
      last.pages.push(page.page)
      last.confidence = Math.min(last.confidence, certainty)
    }
  }
  return { ranges: ranges.map((range) => toClassifiedRange(range, seen)), disputed, unproven }
}

type Seen = {
  readonly reading: IndexedReading
  readonly terms: ClassificationTerms
  readonly labels: readonly ClassificationLabel[]
}

/** The answer of a model about pages, after its words were searched on them. */
type ProvenLabel = {
  readonly label: number | null
  readonly confidence: number
  readonly clues: readonly Clue[]
  /** The label that it has given, proved or not. */
  readonly claimed: number | null
  readonly isDisputed: boolean
  readonly isUnproven: boolean
}

const proveLabel = (
  pages: readonly LinedPage[],
  given: readonly GivenLabel[],
  { reading, terms, labels }: Seen,
): ProvenLabel => {
  const said = given.find(({ label }) => label !== null)
  const claimed = labels.findIndex(({ name }) => said?.label !== undefined && isSameName(name, said.label))
  const nothing = { label: null, confidence: 0, clues: [], claimed: claimed === -1 ? null : claimed }
  if (said === undefined || claimed === -1) return { ...nothing, isDisputed: false, isUnproven: said !== undefined }
  const numbers = new Set(pages.map(({ page }) => page))
  const shown = said.words.flatMap((words) => cluesOfPassage(words, numbers, reading))
  if (shown.length === 0) return { ...nothing, isDisputed: false, isUnproven: true }
  const support = supportOfPages(pages, reading, terms)
  const own = decideLabel(support, terms)
  const isDisputed = own.label !== null && own.label !== claimed
  const read = Math.max(...shown.map(({ weight }) => weight))
  const supported = shownConfidence + supportedConfidence * (support.labels[claimed]?.score ?? 0)
  const confidence = read * (isDisputed ? Math.min(disputedConfidence, supported) : supported)
  return {
    label: claimed,
    confidence: Math.round(confidence * 1000) / 1000,
    clues: shown,
    claimed,
    isDisputed,
    isUnproven: false,
  }
}

/** Models write names of labels in another case. */
const isSameName = (name: string, said: string | null): boolean =>
  said !== null && foldText(name).trim() === foldText(said).trim()

const passageSchema: LeafSchema = { kind: 'leaf', title: '', description: '', type: 'string', format: null, enum: null }

/** Returns the clue of a passage: the first of the places on the pages that are nearest to its words. */
const cluesOfPassage = (passage: string, pages: ReadonlySet<number>, reading: IndexedReading): Clue[] => {
  if ((passage.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < leastShown) return []
  const places = candidatesOf(passage, passageSchema, reading)
    .flatMap((candidate) => {
      const word = reading.words[firstWord(candidate)]
      return word !== undefined && pages.has(word.page) ? [{ candidate, page: word.page }] : []
    })
    .toSorted((one, other) => other.candidate.strength - one.candidate.strength)
  const [best] = places
  if (best === undefined) return []
  const { candidate, page } = best
  const last = candidate.words.at(-1) ?? firstWord(candidate)
  const words = reading.words.slice(firstWord(candidate), last + 1)
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length)
  return [{ first: firstWord(candidate), last, weight: candidate.strength * confidence, page }]
}

type PageGiven = {
  readonly page: LinedPage
  readonly proven: ProvenLabel
  readonly begins: boolean
  readonly continuity: Continuity | null
}

/** Returns the certainty that a page continues the range before it; null if it begins one. */
const certaintyOfGoingOn = (
  { label }: Pick<DecidedRange, 'label'>,
  { page, proven, begins, continuity }: PageGiven,
): number | null => {
  if (page.lines.length === 0 || (label === null && proven.label === null)) return 1
  if (continuity === null || continuity.begins || proven.claimed !== label) return null
  if (begins && continuity.certainty < surelyGoesOn) return null
  const certainty = Math.max(continuity.certainty, proven.confidence)
  return certainty === 0 ? null : certainty
}
