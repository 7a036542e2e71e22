import { Type, type Static } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { ProviderFailure, type ParseRequest } from '../../provider.ts'

export const TikaOptions = Type.Object(
  {
    ocrStrategy: Type.Optional(
      Type.Enum(['no_ocr', 'ocr_only', 'ocr_and_text_extraction', 'auto'], {
        description: 'The pages of a PDF that are recognised, if the server has Tesseract.',
      }),
    ),
    ocrLanguage: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_]{3,20}(\\+[A-Za-z_]{3,20}){0,9}$',
        description: 'The languages to recognise, as Tesseract knows them: `deu+eng`.',
      }),
    ),
    sortByPosition: Type.Optional(
      Type.Boolean({ description: 'Takes the text of a PDF by its place on the page, not in the order of the file.' }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'Opens an encrypted document. Kept until the job ends.',
      }),
    ),
  },
  { additionalProperties: false },
)
const tikaOptionsValidator = Compile(TikaOptions)

/** @throws {ProviderFailure} that is `notAccepted`. */
export const tikaOptions = ({ options: given }: ParseRequest): Static<typeof TikaOptions> => {
  if (tikaOptionsValidator.Check(given)) return given
  throw new ProviderFailure('unsupported_option', 'The options of the provider are not valid.', { notAccepted: true })
}

/** Tika takes options as headers. Bookmarks would come as a list after the text, and slides with the text of their masters. */
export const tikaHeaders = ({
  ocrStrategy,
  ocrLanguage,
  sortByPosition,
  password,
}: Static<typeof TikaOptions>): Readonly<Record<string, string>> => ({
  'X-Tika-PDFextractBookmarksText': 'false',
  'X-Tika-OfficeIncludeSlideMasterContent': 'false',
  ...(ocrStrategy !== undefined && { 'X-Tika-PDFOcrStrategy': ocrStrategy }),
  ...(ocrLanguage !== undefined && { 'X-Tika-OCRLanguage': ocrLanguage }),
  ...(sortByPosition !== undefined && { 'X-Tika-PDFsortByPosition': String(sortByPosition) }),
  ...(password !== undefined && { 'Password_Base64_UTF-8': Buffer.from(password).toString('base64') }),
})
