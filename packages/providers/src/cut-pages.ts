import { Readable } from 'node:stream'
import { CutResult, defaultRequest, EngineFailure } from '@polyparse/engine'
import { resultOpener, type Sandbox } from '@polyparse/sandbox'
import { ProviderFailure, type ParseRequest, type ParseSource } from './provider.ts'
import type { Survey } from './survey.ts'

type CutPagesContext = {
  readonly sandbox: Pick<Sandbox, 'run'>
  readonly signal: AbortSignal
  readonly password?: string | null
}

const openCutResult = resultOpener(CutResult)

/**
 * The document for a vendor that reads all pages. Of a PDF, these are the selected pages as a PDF of their own, which
 * no longer needs a password. Anything else is sent unchanged, and its pages are selected afterwards.
 * @throws {ProviderFailure} that is `notAccepted`: nothing has left.
 */
export const selectedSource = async (
  { source, maxPages }: Pick<ParseRequest, 'source' | 'maxPages'>,
  surveyed: Pick<Survey, 'pages'>,
  { sandbox, signal, password = null }: CutPagesContext,
): Promise<ParseSource> => {
  const { pages } = surveyed
  if (pages === null || !isCut(source)) return source
  const request = { ...defaultRequest, mediaType: source.mediaType, pages, maxPages, password }
  try {
    const { pdf } = openCutResult(
      await sandbox.run('cut', { open: () => source.open(), owner: source.owner, request }, signal),
    )
    return { ...source, size: pdf.length, open: async () => Readable.from([pdf]) }
  } catch (error) {
    throw failureOfPageCut(error)
  }
}

/** The number in the document of the n-th page, counted from 1, of what {@link selectedSource} returns. */
export const originalPage = (
  { source }: { readonly source: Pick<ParseSource, 'mediaType'> },
  { pages }: Pick<Survey, 'pages'>,
): ((position: number) => number) =>
  // There is no page beyond the last: one that a vendor invents is dropped, because no document has a page 0.
  pages === null || !isCut(source) ? (position) => position : (position) => pages[position - 1] ?? 0

/**
 * Returns how many pages {@link selectedSource} returns; null if only the vendor can say.
 * @example sentPageCount({ source: { mediaType: 'application/pdf' } }, { pages: [2, 3], pageCount: 9 }) // 2
 */
export const sentPageCount = (
  { source }: { readonly source: Pick<ParseSource, 'mediaType'> },
  { pages, pageCount }: Pick<Survey, 'pages' | 'pageCount'>,
): number | null => (pages === null || !isCut(source) ? pageCount : pages.length)

const isCut = ({ mediaType }: Pick<ParseSource, 'mediaType'>): boolean => mediaType === 'application/pdf'

const failureOfPageCut = (error: unknown): ProviderFailure => {
  if (error instanceof ProviderFailure) return error
  return error instanceof EngineFailure
    ? new ProviderFailure(error.code, error.message, { transient: error.transient, notAccepted: true, cause: error })
    : new ProviderFailure('internal_error', 'The selected pages could not be extracted from the document.', {
        transient: true,
        notAccepted: true,
        cause: error,
      })
}
