import { defaultChunking, membersOf, tokenizers } from '@polyparse/document/schema'
import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { charsets, defaultRequest } from '@polyparse/engine'
import { installedLanguages } from '@polyparse/pages'
import type { ReaderName } from './readers.ts'

const createLanguagesSchema = <Language extends TSchema>(language: Language) =>
  Type.Union([Type.Literal('auto'), Type.Array(language, { minItems: 1, uniqueItems: true })], {
    default: 'auto',
    description:
      'Languages of the text in images, by the codes of Tesseract; the main language first. `auto`: the installed one of the text of the document, or of the words or the script that can be read in its images, and English where none shows.',
  })

/**
 * The schema of the option `languages` for those that are installed, with those of a folder of further ones. That of
 * `readOptionsOf` allows every name, because it depends on no folder.
 */
export const languagesOption = (folder: string | null) =>
  createLanguagesSchema(Type.Enum([...installedLanguages(folder)]))

const everyReader = ['auto', 'fast', 'structure', 'optical', 'paddle'] as const

type ReadOptionRecord = { readonly readers: readonly ReaderName[]; readonly schema: TSchema }

/** Every option that a reader can have, with the readers that have it. Its meaning is the same wherever it is offered. */
const optionRecords = {
  password: {
    readers: everyReader,
    schema: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'Opens an encrypted document. Kept until the job ends.',
    }),
  },
  words: {
    readers: ['auto', 'fast', 'optical', 'paddle'],
    schema: Type.Boolean({
      default: defaultRequest.words,
      description: 'Lists the words of each block, with their boxes, where there is layout.',
    }),
  },
  languages: {
    readers: ['auto', 'fast', 'structure', 'optical'],
    schema: createLanguagesSchema(Type.String({ pattern: '^[a-z]{3}(_[a-z]+)*$' })),
  },
  dpi: {
    readers: ['auto', 'optical', 'paddle'],
    schema: Type.Integer({
      minimum: 100,
      maximum: 400,
      default: defaultRequest.recognition.dpi,
      description: 'Pixels per inch at which pages are read. More finds smaller print and takes longer.',
    }),
  },
  forceRecognition: {
    readers: ['auto', 'fast', 'structure'],
    schema: Type.Boolean({
      default: defaultRequest.forceRecognition,
      description: 'Reads every page of a PDF from its image, even if it has text of its own.',
    }),
  },
  keepHeadersAndFooters: {
    readers: everyReader,
    schema: Type.Boolean({
      default: defaultRequest.keepRunningText,
      description: 'Keeps page headers and footers in the text as paragraphs.',
    }),
  },
  attachments: {
    readers: ['auto', 'fast', 'structure'],
    schema: Type.Boolean({
      default: defaultRequest.attachments,
      description:
        'Reads what is attached to mails too: each file under its name, after the mail. By default only the names are listed.',
    }),
  },
  includeHidden: {
    readers: ['auto', 'fast', 'structure'],
    schema: Type.Boolean({
      default: defaultRequest.includeHidden,
      description:
        'Reads what an office document hides as well: sheets, rows, columns, slides and text. Pages that are hidden say so.',
    }),
  },
  charset: {
    readers: ['auto', 'fast', 'structure'],
    schema: Type.Enum([...charsets], {
      description:
        'The charset of text, CSV, HTML and other files of text, and of the texts of mails. By default the one that they declare, or that their bytes show.',
    }),
  },
  imageFormat: {
    readers: ['auto', 'fast', 'structure'],
    schema: Type.Enum(['original', 'png'], {
      default: defaultRequest.pictureFormat,
      description: 'Returns images as stored in the document, or all of them as PNG.',
    }),
  },
  minimumImageSize: {
    readers: everyReader,
    schema: Type.Number({
      minimum: 0,
      maximum: 10_000,
      default: defaultRequest.minPictureSide,
      description:
        'Leaves out images with a shorter side than this: points on a page, pixels where there is no layout.',
    }),
  },
  chunkTokens: {
    readers: ['auto', 'structure'],
    schema: Type.Integer({
      minimum: 50,
      maximum: 32_000,
      default: defaultChunking.targetTokens,
      description: 'Tokens that a chunk should have: it ends before the part that would make it longer.',
    }),
  },
  maxChunkTokens: {
    readers: ['auto', 'structure'],
    schema: Type.Integer({
      minimum: 50,
      maximum: 32_000,
      default: defaultChunking.maxTokens,
      description:
        'Tokens that no chunk exceeds: longer parts are divided, except a row of a table. Also limits `chunkTokens`.',
    }),
  },
  chunkOverlap: {
    readers: ['auto', 'structure'],
    schema: Type.Integer({
      minimum: 0,
      maximum: 16_000,
      default: defaultChunking.overlapTokens,
      description:
        'Tokens, at most, of the end of a chunk with which the next one of its section begins, in whole sentences and items. At most half of `chunkTokens`, which includes them.',
    }),
  },
  chunkContext: {
    readers: ['auto', 'structure'],
    schema: Type.Boolean({
      default: defaultChunking.context,
      description:
        'Begins the text of each chunk with a line of the titles of the document and of its sections, and its pages.',
    }),
  },
  chunkTokenizer: {
    readers: ['auto', 'structure'],
    schema: Type.Enum([...tokenizers], {
      default: defaultChunking.tokenizer,
      description:
        'The encoding in which tokens are counted: `cl100k_base` is that of `text-embedding-3-small` and the like.',
    }),
  },
} as const satisfies Readonly<Record<string, ReadOptionRecord>>

/**
 * The schema of the options of one reader, all of them optional, and no others.
 *
 * @example const schema = readOptionsOf('fast')
 */
export const readOptionsOf = (reader: ReaderName) => {
  const own = Object.entries<ReadOptionRecord>(optionRecords).filter(([, { readers }]) => readers.includes(reader))
  return Type.Object(Object.fromEntries(own.map(([name, { schema }]) => [name, Type.Optional(schema)])), {
    additionalProperties: false,
  })
}

/** Every option that a reader can have, each with the same meaning wherever it is offered. */
export const ReadOptions = Type.Partial(Type.Object(membersOf(optionRecords, 'schema')))
export type ReadOptions = Static<typeof ReadOptions>
