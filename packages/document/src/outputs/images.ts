import type { ImageValue } from './values.ts'
import type { Document } from '../model.ts'

/** That of Node. The app, whose compiler does not know it, shares the table of outputs but renders none. */
declare const Buffer: {
  from(data: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'base64'): string }
}

/** The pictures with their files in base64; '' where a file was left out. */
export const images = ({ pictures }: Document): ImageValue[] =>
  pictures.map(({ id, page, bbox, mimeType, width, height, alt, data }) => ({
    id,
    page,
    bbox,
    mimeType,
    width,
    height,
    ...(alt !== undefined && { alt }),
    data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
  }))
