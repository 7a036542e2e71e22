import { type FieldError, UploadQuery } from '@polyparse/contract'
import { cleanFilename } from '@polyparse/contract/filename'
import { isStorable, notStorable } from '../../lib/storable-text.ts'
import {
  createUploadReader,
  type CarriedParameter,
  type UploadParameter,
  type UploadRequest,
} from './upload-parameters.ts'

const uploadQueryProperties = UploadQuery.properties

const isParameter = (name: string): name is UploadParameter =>
  name !== 'filename' && Object.hasOwn(uploadQueryProperties, name)

const readQueryUpload = createUploadReader((parameter) => parameter, isParameter)

/** The parameters of an upload in its query, under the names that they have in a JSON body. */
export const readUploadQuery = (query: unknown): UploadRequest | { readonly errors: readonly FieldError[] } => {
  const values = new Map<string, unknown>(Object.entries(query ?? {}))
  return readQueryUpload(
    {
      nameOf: (parameter) => parameter,
      read: (parameter) => textOfUploadQuery(values.get(parameter), uploadQueryProperties[parameter]),
      errors: [...values.keys()]
        .filter((name) => !Object.hasOwn(uploadQueryProperties, name))
        .map((field) => ({ field, message: 'is not a known query parameter' })),
    },
    readQueryFilename(values.get('filename')),
  )
}

/**
 * A list is given by one parameter for each entry, or by one with commas between them; anything else once.
 * @example textOfUploadQuery('a,b', { type: 'array' }) // { text: 'a,b' }
 */
export const textOfUploadQuery = (value: unknown, schema: object): CarriedParameter => {
  if (value === undefined) return undefined
  const given = [value].flat().map(String)
  const isList = 'type' in schema && schema.type === 'array'
  if (given.length > 1 && !isList) return { message: 'is given more than once' }
  const text = given.join(',')
  return isStorable(text) ? { text } : { message: notStorable }
}

/**
 * @example readQueryFilename('report.pdf') // { filename: 'report.pdf' }
 */
export const readQueryFilename = (value: unknown): { filename: string } | { errors: FieldError[] } => {
  const field = 'filename'
  if (value === undefined) return { errors: [{ field, message: 'is required' }] }
  if (typeof value !== 'string') return { errors: [{ field, message: 'is given more than once' }] }
  const filename = cleanFilename(value)
  return filename === null ? { errors: [{ field, message: 'must name a file' }] } : { filename }
}
