import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { installedLanguages } from '@polyparse/pages'

const createLanguagesSchema = <Language extends TSchema>(language: Language) =>
  Type.Union([Type.Literal('auto'), Type.Array(language, { minItems: 1, uniqueItems: true })], {
    default: 'auto',
    description:
      'Languages of the text in images, by the codes of Tesseract; the main language first. `auto`: the installed one of the text of the document, or of the words or the script that can be read in its images, and English where none shows.',
  })

/**
 * The schema of the option `languages` for those that are installed, with those of a folder of further ones. That of
 * `optionsOf` allows every name, because it depends on no folder.
 */
export const languagesOption = (folder: string | null) =>
  createLanguagesSchema(Type.Enum([...installedLanguages(folder)]))

/** Every option that a local provider can have, each with the same meaning wherever it is offered. */
const everyOption = {
  password: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Opens an encrypted document. Kept until the job ends.',
  }),
  words: Type.Boolean({
    default: false,
    description: 'Lists the words of each block, with their boxes, where there is layout.',
  }),
  languages: createLanguagesSchema(Type.String({ pattern: '^[a-z]{3}(_[a-z]+)*$' })),
  dpi: Type.Integer({
    minimum: 100,
    maximum: 400,
    default: 200,
    description: 'Pixels per inch at which pages are read. More finds smaller print and takes longer.',
  }),
  forceRecognition: Type.Boolean({
    default: false,
    description: 'Reads every page of a PDF from its image, even if it has text of its own.',
  }),
  keepHeadersAndFooters: Type.Boolean({
    default: false,
    description: 'Keeps page headers and footers in the text as paragraphs.',
  }),
  attachments: Type.Boolean({
    default: false,
    description:
      'Reads what is attached to mails too: each file under its name, after the mail. By default only the names are listed.',
  }),
  includeHidden: Type.Boolean({
    default: false,
    description:
      'Reads what an office document hides as well: sheets, rows, columns, slides and text. Pages that are hidden say so.',
  }),
  imageFormat: Type.Enum(['original', 'png'], {
    default: 'original',
    description: 'Returns images as stored in the document, or all of them as PNG.',
  }),
  minimumImageSize: Type.Number({
    minimum: 0,
    maximum: 10_000,
    default: 8,
    description: 'Leaves out images with a shorter side than this: points on a page, pixels where there is no layout.',
  }),
  chunkTokens: Type.Integer({
    minimum: 50,
    maximum: 32_000,
    default: 512,
    description: 'Tokens (o200k) that a chunk should have: it ends before the part that would make it longer.',
  }),
  maxChunkTokens: Type.Integer({
    minimum: 50,
    maximum: 32_000,
    default: 1024,
    description:
      'Tokens that no chunk exceeds: longer parts are divided, except a row of a table. Also limits `chunkTokens`.',
  }),
} as const

type OptionName = keyof typeof everyOption

/**
 * The schema of the options of one local provider: these, all of them optional, and no others.
 *
 * @example const schema = optionsOf('password', 'words')
 */
export const readOptionsOf = (...names: readonly OptionName[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(everyOption[name])])), {
    additionalProperties: false,
  })

/** Every option that a reader can have, each with the same meaning wherever it is offered. */
export const ReadOptions = Type.Partial(Type.Object(everyOption))
export type ReadOptions = Static<typeof ReadOptions>
