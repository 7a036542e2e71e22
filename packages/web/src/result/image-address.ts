import type { ImageValue } from '@polyparse/document/schema'

type WithFile = ImageValue & { readonly data: string }

/** Whether the result has the file of a picture: not where it was left out, or is at an address of its own. */
export const hasFile = (image: ImageValue): image is WithFile => image.data !== undefined && image.data !== ''

/** A picture as an address for an `img`, which runs nothing, regardless of its type. */
export const addressOf = ({ mimeType, data }: WithFile): string =>
  `data:${/^image\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream'};base64,${data}`

/** Its bytes, to be saved. */
export const bytesOf = ({ data }: WithFile): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(data), (character) => character.charCodeAt(0))

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
}

export const fileNameOf = ({ id, mimeType }: ImageValue): string =>
  `${id}.${extensions[mimeType] ?? mimeType.replace(/^image\//, '').replace(/\W.*$/, '')}`
