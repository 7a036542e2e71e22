import { Readable } from 'node:stream'
import type { Document } from '@polyparse/document'
import { Errors } from '@polyparse/document/typebox/value'
import { EngineFailure } from '@polyparse/engine'
import { chunkingOf, engineRequest } from './engine-request.ts'
import { defaultRequest } from '@polyparse/engine'
import { type EngineName, engines } from './engines.ts'
import { adviceForUnread } from './media-type/unread-media-types.ts'
import { ReadOptions } from './read-options.ts'
import { type EngineByMediaType, type ReaderName, readers } from './readers.ts'

/** The options with which a document is read; all of them may be left out. */
export type ReadDocumentOptions = ReadOptions & {
  /** The declared media type. The bytes decide, except between kinds of text, which differ by convention only. */
  readonly mediaType?: string
  /** Its extension says what kind of text the bytes are. */
  readonly filename?: string
  /** Default: `auto`. */
  readonly reader?: ReaderName
  /** One-based page numbers; all pages without it. */
  readonly pages?: readonly number[]
  /** A document of more pages is refused, unless `pages` selects fewer. Default: 5000. */
  readonly maxPages?: number
  /** True if pictures come with their bytes, or only with their places. Default: true. */
  readonly pictures?: boolean
  /** True if the engine's own items come in `raw`. Default: false. */
  readonly raw?: boolean
  /**
   * A folder with the trained data of further languages for text in images, named as Tesseract's: `pol.traineddata`, or
   * `pol.traineddata.gz`. Default: only those that come with the readers.
   */
  readonly languagesFolder?: string
}

/**
 * Reads a document in this process: PDF, office documents, HTML, Markdown, e-mail, EPUB, CSV, text, images, and
 * archives of them.
 * It uses neither network nor other files. Documents of strangers are better read in the sandbox
 * (`@polyparse/sandbox`), which bounds their memory and time, and keeps what they break to one process.
 *
 * @returns the document; lengths in points (1/72 inch) from the top left of the page, pages one-based
 * @throws {EngineFailure} when it cannot be read: encrypted, damaged, empty, too many pages, of no known type …
 * @throws {Error} of another class when an engine fails on it, which the sandbox reports as `engine_crashed`
 * @throws {TypeError} when an option is not valid; the message names it
 * @example
 * const document = await readDocument(await readFile('report.pdf'), { pages: [1, 2] })
 * const { markdown } = await render(document, ['markdown'])
 */
export const readDocument = async (
  bytes: Uint8Array,
  {
    mediaType: declared,
    filename,
    reader = 'auto',
    pages,
    maxPages,
    pictures = true,
    raw = false,
    languagesFolder,
    ...options
  }: ReadDocumentOptions = {},
): Promise<Document> => {
  requireOptions(options)
  // Not imported above: engines in the sandbox load this module, and have no use for what detection loads.
  const { detectMediaType } = await import('./media-type/media-type.ts')
  const mediaType = await detectMediaType(async ({ start, end }) => Readable.from([bytes.subarray(start, end)]), {
    size: bytes.length,
    declared: declared ?? 'application/octet-stream',
    filename: filename ?? null,
  })
  const engine = await engines[engineFor(mediaType, reader)]()
  const request = engineRequest(
    {
      mediaType,
      pages: selection(pages),
      maxPages: maxPages ?? defaultRequest.maxPages,
      pictures,
      raw,
      languagesFolder: languagesFolder ?? null,
    },
    options,
  )
  return { ...(await engine.read(bytes, request)), chunking: chunkingOf(options) }
}

const engineFor = (mediaType: string, reader: ReaderName): EngineName => {
  const byReader: Readonly<Record<string, EngineByMediaType>> = readers
  const engine = byReader[reader]?.[mediaType]
  if (engine !== undefined) return engine
  const able = Object.keys(byReader).filter((name) => byReader[name]?.[mediaType] !== undefined)
  const advice = adviceForUnread(mediaType)
  const others =
    able.length === 0
      ? ['No other reader does.', advice].filter(Boolean).join(' ')
      : `Those that do: ${able.join(', ')}.`
  throw new EngineFailure(
    'document_damaged',
    `The reader ${reader} does not read documents of the type ${mediaType}. ${others}`,
  )
}

const requireOptions = (options: ReadOptions): void => {
  const [error] = Errors(ReadOptions, options)
  if (error !== undefined) throw new TypeError(`${error.instancePath.slice(1).replaceAll('/', '.')} ${error.message}`)
}

const selection = (pages: readonly number[] | undefined): readonly number[] | null => {
  if (pages === undefined) return null
  if (pages.length === 0 || pages.some((page) => !Number.isInteger(page) || page < 1))
    throw new TypeError('pages must be one-based page numbers, at least one')
  return [...new Set(pages)].toSorted((a, b) => a - b)
}
