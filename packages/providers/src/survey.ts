import { type Document, type OutlineEntry, type Page, type Warning, numbersTo } from '@polyparse/document'
import { defaultRequest, EngineFailure, selectPages, SurveyResult } from '@polyparse/engine'
import { resultOpener, type Sandbox, type SerializedResult } from '@polyparse/sandbox'
import { ProviderFailure, type ParseRequest } from './provider.ts'
import { mediaTypesOf } from './vendor-media-types.ts'

/** The facts about a document that are known before a vendor is paid to read it. */
export type Survey = {
  /** Null if only the vendor can say, because a document without layout has no pages yet. */
  readonly pageCount: number | null
  /** The pages to request, which exist as far as that is known; null: all. */
  readonly pages: readonly number[] | null
  /** The sizes by number, as displayed, in points. */
  readonly sizes: ReadonlyMap<number, Pick<Page, 'rotation'> & { readonly width: number; readonly height: number }>
  readonly metadata: Document['metadata']
  readonly outline: readonly OutlineEntry[]
  /** One for each requested page that does not exist. */
  readonly warnings: readonly Warning[]
}

/**
 * The pages that an answer should have; none where their number is unknown.
 * @example pagesOfSurvey({ pages: null, pageCount: 3 }) // [1, 2, 3]
 */
export const pagesOfSurvey = ({ pages, pageCount }: Pick<Survey, 'pages' | 'pageCount'>): readonly number[] =>
  pages ?? numbersTo(pageCount ?? 0)

const surveyedMediaTypes = new Set(mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp'))

/**
 * Surveys a document here, so that no vendor charges for one that would be refused: one that has too many pages, or
 * none of the requested ones, or cannot be opened. A vendor is only asked for pages that exist.
 * @throws {ProviderFailure} that is `notAccepted`.
 */
export const survey = async (
  { source, pages, maxPages }: ParseRequest,
  sandbox: Pick<Sandbox, 'run'>,
  signal: AbortSignal,
  password: string | null = null,
): Promise<Survey> => {
  const { mediaType } = source
  if (source.size === 0)
    throw new ProviderFailure('document_empty', 'The document has no bytes.', { notAccepted: true })
  if (!surveyedMediaTypes.has(mediaType)) {
    const metadata = { mimeType: mediaType, documentPageCount: 0 }
    return { pageCount: null, pages, sizes: new Map(), metadata, outline: [], warnings: [] }
  }
  try {
    const request = { ...defaultRequest, mediaType, password }
    const surveyed = openSurveyResult(
      await sandbox.run('survey', { open: () => source.open(), owner: source.owner, request }, signal),
    )
    const pageCount = surveyed.metadata.documentPageCount
    const { numbers, warnings } = selectPages({ pages, maxPages }, pageCount)
    const sizes = new Map(surveyed.pages.flatMap(sizeEntryOfPage))
    const { metadata, outline } = surveyed
    return {
      pageCount,
      pages: numbers.length === pageCount ? null : numbers,
      sizes,
      metadata,
      outline,
      warnings: [...warnings, ...surveyed.warnings],
    }
  } catch (error) {
    throw failureOfSurvey(error, password)
  }
}

/** This is enough for thousands of pages with their sizes, and an outline. */
const maxSurveyBytes = 16 * 1024 ** 2

const openAnySurvey = resultOpener(SurveyResult)

const openSurveyResult = (written: SerializedResult): SurveyResult => {
  if (written.serialized.length > maxSurveyBytes)
    throw new EngineFailure('document_damaged', 'The outline of the document is too large.')
  return openAnySurvey(written)
}

const sizeEntryOfPage = ({
  number,
  width,
  height,
  rotation,
}: SurveyResult['pages'][number]): [number, { width: number; height: number; rotation: Page['rotation'] }][] =>
  width === null || height === null ? [] : [[number, { width, height, rotation }]]

/** Nothing has been sent, whatever the error, so the outcome is never unknown. */
const failureOfSurvey = (error: unknown, password: string | null): ProviderFailure => {
  if (error instanceof ProviderFailure) return error
  if (!(error instanceof EngineFailure)) {
    const message = 'The document could not be inspected before it was sent.'
    return new ProviderFailure('internal_error', message, { transient: true, notAccepted: true, cause: error })
  }
  const { code, transient } = error
  const message =
    code === 'document_encrypted'
      ? `The document is encrypted${password === null ? '' : ', and the password given does not open it'}.`
      : error.message
  return new ProviderFailure(code, message, { transient, notAccepted: true, cause: error })
}
