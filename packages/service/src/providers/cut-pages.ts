import { Readable } from 'node:stream'
import { defaultRequest, EngineFailure } from '@polyparse/readers'
import { openDocument, type Sandbox } from '@polyparse/readers/sandbox'
import { ProviderFailure, type ParseRequest, type ParseSource } from './provider.ts'
import type { Survey } from './survey.ts'

type Asked = {
  readonly sandbox: Pick<Sandbox, 'run'>
  readonly signal: AbortSignal
  readonly password?: string | null
}

/**
 * The document as it is sent to a vendor who reads all there is: of a PDF, the selected pages as a PDF of their own, which
 * needs no password any more. Anything else goes as it is, and its pages are selected when they are back.
 * @throws {ProviderFailure} that is `notAccepted`: nothing has left.
 */
export const selectedSource = async (
  { source, maxPages }: Pick<ParseRequest, 'source' | 'maxPages'>,
  surveyed: Pick<Survey, 'pages'>,
  { sandbox, signal, password = null }: Asked,
): Promise<ParseSource> => {
  const { pages } = surveyed
  if (pages === null || !isCut(source)) return source
  const request = { ...defaultRequest, mediaType: source.mediaType, pages, maxPages, password }
  try {
    const { raw } = openDocument(await sandbox.run('cut', { open: () => source.open(), request }, signal))
    if (!(raw instanceof Uint8Array)) throw new TypeError('the engine that cuts gives bytes')
    return { ...source, size: raw.length, open: async () => Readable.from([raw]) }
  } catch (error) {
    throw asFailure(error)
  }
}

/** From the n-th page of what {@link selectedSource} gives, counted from 1, to its number in the document. */
export const originalPage = (
  { source }: Pick<ParseRequest, 'source'>,
  { pages }: Pick<Survey, 'pages'>,
): ((position: number) => number) =>
  // Beyond the last there is no page: a vendor that invents one is not believed, as no document has a page 0.
  pages === null || !isCut(source) ? (position) => position : (position) => pages[position - 1] ?? 0

const isCut = ({ mediaType }: Pick<ParseSource, 'mediaType'>): boolean => mediaType === 'application/pdf'

const asFailure = (error: unknown): ProviderFailure =>
  error instanceof EngineFailure
    ? new ProviderFailure(error.code, error.message, { transient: error.transient, notAccepted: true, cause: error })
    : new ProviderFailure('internal_error', 'The selected pages could not be extracted from the document.', {
        transient: true,
        notAccepted: true,
        cause: error,
      })
