import { RefusedFormError } from './refused-form.ts'

/**
 * The bytes of a document in base64, in either alphabet, with white space and padding or without.
 * @throws {RefusedFormError} for anything else: what a decoder leaves out of it would be missing in the document.
 */
export const bytesOfBase64 = (text: string, field: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === decodedLength(text) || bytes.length === decodedLength(text.replaceAll(/\s+/g, ''))) return bytes
  throw new RefusedFormError(`${field} must be base64`)
}

/** Returns how many bytes so many characters encode, each of them six bits, if all of them are of the alphabet. */
const decodedLength = (text: string): number => {
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='))
  const characters = text.length - padding
  return characters % 4 === 1 ? -1 : Math.floor((characters * 3) / 4)
}
