import type { ImageValue } from './values.ts'
import type { Document } from '../model.ts'

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
