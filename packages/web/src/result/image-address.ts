import type { ImageValue } from '@polyparse/document/schema'

/** A picture as an address for an `img`, which runs nothing, regardless of its type. */
export const addressOf = ({ mimeType, data }: ImageValue): string =>
  `data:${/^image\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream'};base64,${data}`

/** Its bytes, to be saved. */
export const bytesOf = ({ data }: ImageValue): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(data), (character) => character.charCodeAt(0))

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
}

export const fileNameOf = ({ id, mimeType }: ImageValue): string =>
  `${id}.${extensions[mimeType] ?? mimeType.replace(/^image\//, '').replace(/\W.*$/, '')}`
