import { failedPage, meanQuality, type Answer, type AnswerPage } from '../../answer.ts'
import type { AnswerFacts } from '../../answer-reader.ts'
import { ProviderFailure } from '../../provider.ts'
import { numbersTo } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { AnsweredPage, GooglePart, GoogleDocument } from './google-document-ai-answer-shape.ts'
import { blocksOfLayout } from './layout-blocks.ts'
import { googleBlocksOfPage, googleFieldsOfPage } from './page-blocks.ts'
import type { PageSize } from './places.ts'

type Facts = Pick<AnswerFacts, 'request' | 'survey'>

type DocumentAiAnswerContext = {
  readonly vendor: string
  /** That was asked for. */
  readonly version: string | null
  readonly facts: Facts
}

/** The parts of a document, in their order. */
export const googleDocumentAiToAnswer = (
  parts: readonly GooglePart[],
  { vendor, version, facts }: DocumentAiAnswerContext,
): Answer => {
  const answered = parts.flatMap(({ pages, answer }) => (answer ? [{ pages, document: answer.document }] : []))
  const failures = parts.flatMap(({ pages, failure }) => (failure ? [{ pages, ...failure }] : []))
  const [failure] = failures
  if (answered.length === 0 && failure !== undefined) throw new ProviderFailure(failure.code, failure.message)
  const read = answered.map(({ pages, document }) => pagesOfGoogleDocument(document, pages, facts))
  const raw = parts.flatMap(({ answer }) => answer ?? [])
  const [first] = answered
  const language = languageOf(answered.flatMap(({ document }) => document.pages ?? []))
  return {
    pages: read.flat(),
    warnings: failures.flatMap(({ pages, message }) => pages.map((page) => failedPage(vendor, page, message))),
    quality: meanQuality(answered.flatMap(({ document }) => (document.pages ?? []).flatMap(scoresOf))),
    usage: { pages: read.flat().length },
    model: first === undefined ? null : (versionIn(first.document) ?? version),
    ...(language !== null && { language }),
    raw: raw.length === 1 ? raw[0] : raw,
  }
}

const pagesOfGoogleDocument = (
  document: GoogleDocument,
  asked: readonly number[],
  { request, survey }: Facts,
): AnswerPage[] => {
  const given = new Map((document.pages ?? []).map((page, index) => [page.pageNumber ?? index + 1, page]))
  const sizeOf = (position: number): PageSize => sizeIn(given.get(position))
  const laid = Map.groupBy(blocksOfLayout(document, sizeOf), ({ page }) => page)
  // A part of a PDF is sent as a document of its own; of anything else pages keep their numbers.
  const isPart = request.source.mediaType === 'application/pdf'
  const last = Math.max(1, ...given.keys(), ...laid.keys())
  const positions = isPart ? numbersTo(asked.length) : survey.pageCount === null ? numbersTo(last) : asked
  return positions.map((position): AnswerPage => {
    const page = given.get(position)
    const size = sizeOf(position)
    const number = isPart ? itemAt(asked, position - 1) : position
    const blocks = laid.size > 0 ? (laid.get(position) ?? []).map(({ block }) => block) : null
    return {
      number,
      size,
      points: pointsOf(size, survey.sizes.get(number)),
      blocks: blocks ?? (page === undefined ? [] : googleBlocksOfPage(page, document, size)),
      ...(request.outputs.includes('fields') && {
        fields: page === undefined ? [] : googleFieldsOfPage(page, document, size),
      }),
      quality: page === undefined ? undefined : meanQuality(scoresOf(page))?.score,
    }
  })
}

const sizeIn = (page: AnsweredPage | undefined): PageSize => {
  const { width, height } = page?.dimension ?? {}
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0 ? { width, height } : null
}

/** Google turns a page upright before it reads it, so its sides may have changed places. */
const pointsOf = (size: PageSize, known: { readonly width: number; readonly height: number } | undefined) =>
  size === null || known === undefined ? null : known.width / size.height

const scoresOf = (page: AnsweredPage): (number | null | undefined)[] =>
  (page.paragraphs ?? []).map(({ layout }) => layout?.confidence)

/** The version that has read it, where its history says so. */
const versionIn = ({ revisions }: GoogleDocument): string | null => {
  const names = (revisions ?? []).map(({ processor }) => /\/processorVersions\/([^/]+)$/.exec(processor ?? '')?.[1])
  return names.find((name) => name !== undefined) ?? null
}

/** Returns the language of most of the document. */
const languageOf = (pages: readonly AnsweredPage[]): string | null => {
  const weights = new Map<string, number>()
  for (const { languageCode: code, confidence } of pages.flatMap(({ detectedLanguages }) => detectedLanguages ?? []))
    if (code && code !== 'und') weights.set(code, (weights.get(code) ?? 0) + (confidence ?? 0))
  const [first] = [...weights].toSorted(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}
