import type { Warning } from '@polyparse/document'
import type { Answer, AnswerBlock, AnswerPage } from '../../answer.ts'
import { vendorWarning } from '../../answer.ts'
import { vendorFailure } from '../../http-failure.ts'
import type { ProviderFailure } from '../../provider.ts'
import type { TikaEntry } from './tika-answer-shape.ts'
import { tikaDeclaration } from './declaration.ts'
import { tikaBlocks, tikaPages } from './tika-pages.ts'

const { name } = tikaDeclaration

type TikaAnswerContext = {
  readonly raw: unknown
  readonly mediaType: string
  /** The number in the document of the n-th page that was sent. */
  readonly original: (position: number) => number
}

/**
 * The document, with the text of what is embedded in it on its last page.
 * @throws {ProviderFailure} where Tika could read nothing of it.
 */
export const tikaToAnswer = (
  [entry = {}, ...embedded]: readonly TikaEntry[],
  { raw, ...context }: TikaAnswerContext,
): Answer => {
  const pages = tikaPages(entry['X-TIKA:content'] ?? '', context)
  const inside = embedded.flatMap(attachment)
  const isEmpty = inside.length === 0 && pages.every(({ blocks }) => blocks.length === 0)
  const failure = isEmpty ? failureOfTikaEntry(entry) : null
  if (failure !== null) throw failure
  const isUnrecognised = isEmpty && context.mediaType.startsWith('image/') && !isParsedBy(entry, recogniser)
  const warnings = [...warningsOfTikaEntries(entry, embedded), ...(isUnrecognised ? [unrecognised] : [])]
  return { pages: withLast(pages, inside), warnings, raw }
}

/** Under its name, if it has one; most pictures have no text. */
const attachment = (entry: TikaEntry): AnswerBlock[] => {
  const blocks = tikaBlocks(entry['X-TIKA:content'] ?? '').filter(({ type }) => type !== 'picture')
  const [title = ''] = valuesOf(entry.resourceName)
  return blocks.length === 0 || title === ''
    ? blocks
    : [{ type: 'heading', level: 1, text: title, box: null }, ...blocks]
}

const withLast = (pages: readonly AnswerPage[], more: readonly AnswerBlock[]): AnswerPage[] =>
  pages.map((page, index) => (index < pages.length - 1 ? page : { ...page, blocks: [...page.blocks, ...more] }))

/** Returns why nothing was read; null: there is nothing in it. */
const failureOfTikaEntry = (entry: TikaEntry): ProviderFailure | null => {
  const exception = exceptionIn(entry['X-TIKA:EXCEPTION:container_exception'])
  const details = { said: { status: null, words: exception ?? '' }, notAccepted: true }
  if (entry['X-TIKA:encrypted'] === 'true') return vendorFailure(name, 'encrypted', details)
  return exception !== null || isParsedBy(entry, noParser) ? vendorFailure(name, 'invalid_document', details) : null
}

/** The parser that Tika names for a format that it cannot read. */
const noParser = 'org.apache.tika.parser.EmptyParser'
const recogniser = 'org.apache.tika.parser.ocr.TesseractOCRParser'

const isParsedBy = (entry: TikaEntry, parser: string): boolean => valuesOf(entry['X-TIKA:Parsed-By']).includes(parser)

const unrecognised = vendorWarning(name, 'it found no text in the image, because its server has no Tesseract.')

const warningsOfTikaEntries = (entry: TikaEntry, embedded: readonly TikaEntry[]): Warning[] => {
  const exception = exceptionIn(entry['X-TIKA:EXCEPTION:container_exception'])
  const unread = embedded.filter((one) => exceptionIn(one['X-TIKA:EXCEPTION:embedded_exception']) !== null).length
  const isCut = [entry, ...embedded].some((one) => valuesOf(one['X-TIKA:EXCEPTION:write_limit_reached'])[0] === 'true')
  return [
    ...(exception === null ? [] : [vendorWarning(name, `it could not read all of the document (${exception}).`)]),
    ...(unread === 0
      ? []
      : [vendorWarning(name, `it could not read ${unread} of the files embedded in the document.`)]),
    ...(isCut ? [vendorWarning(name, 'the document has more text than its limit, and the rest is missing.')] : []),
  ]
}

/** The class of the exception: what follows may quote the document. */
const exceptionIn = (trace: TikaEntry['X-TIKA:EXCEPTION:warn']): string | null => {
  const [first] = valuesOf(trace)
  return first === undefined ? null : (/^[\w.$]{1,150}/.exec(first)?.[0] ?? 'an exception')
}

const valuesOf = (values: TikaEntry['resourceName']): readonly string[] =>
  typeof values === 'string' ? [values] : (values ?? [])
