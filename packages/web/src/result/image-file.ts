import type { ImageValue } from '@polyparse/document/schema'
import type { ApiClient } from '../api/client.ts'
import { fileAt, isFileOfResult, mediaTypeOf } from '../api/job-reader/files.ts'

/** Tells whether there is a file of an image: not where it was left out. */
export const hasFile = ({ data, url }: ImageValue): boolean => isInline(data) || url !== undefined

const isInline = (data: string | undefined): data is string => data !== undefined && data !== ''

/** The address of an image for an `img`; null where its file must first be asked for, by {@link addressFor}. */
export const addressOfImage = ({ mimeType, data }: ImageValue): string | null =>
  isInline(data) && fileAt(data) === null ? `data:${mediaTypeOf(mimeType)};base64,${data}` : null

/** The file of an image, from the result or from the service. */
export const fileOfImage = async (
  { mimeType, data, url }: ImageValue,
  client: ApiClient,
  signal: AbortSignal,
): Promise<Blob> => {
  const type = mediaTypeOf(mimeType)
  const held = fileAt(data ?? '')
  if (held !== null) return held.slice(0, held.size, type)
  if (isInline(data)) return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], { type })
  if (url === undefined || !isFileOfResult(url)) throw new TypeError('The image has no file.')
  const file = await client.readFile(url, signal)
  return file.slice(0, file.size, type)
}

/** The address of an image, which is valid until the signal aborts. */
export const addressFor = async (image: ImageValue, client: ApiClient, signal: AbortSignal): Promise<string> => {
  const known = addressOfImage(image)
  if (known !== null) return known
  const file = await fileOfImage(image, client, signal)
  signal.throwIfAborted()
  const address = URL.createObjectURL(file)
  signal.addEventListener('abort', () => URL.revokeObjectURL(address))
  return address
}

/** The size of the file in bytes, where the result has it. */
export const sizeIn = ({ data }: ImageValue): number | null =>
  isInline(data) ? (fileAt(data)?.size ?? Math.floor((data.length * 3) / 4)) : null

const imageExtensionsByMediaType: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
}

export const fileNameOf = ({ id, mimeType }: ImageValue): string =>
  `${id}.${imageExtensionsByMediaType[mimeType] ?? mimeType.replace(/^image\//, '').replace(/\W.*$/, '')}`
