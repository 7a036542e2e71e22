import { type Block, type Picture, pictureId, type Warning, warning, type WarningCode } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { EngineRequest } from '@polyparse/engine'
import { openImage } from '@polyparse/engine/images'
import { readPictureHeader } from '@polyparse/engine/images'
import { encodePng } from '@polyparse/engine/images'
import type { FlowPicture } from './flow.ts'

/** The pictures of a flow as they come. */
export type Pictures = {
  /** The properties of a picture's block; only its text if the picture cannot be read; null if there is no block. */
  take(picture: FlowPicture, alternative: string, page: number): Pick<Block, 'picture'> | null
  /** The pictures that were requested, in the requested format where possible, and warnings about the others. */
  finish(): Promise<{ readonly pictures: readonly Picture[]; readonly warnings: readonly Warning[] }>
}

/** Bytes of all picture files of a document. */
const maxFlowPictureBytes = 64 * 1024 * 1024

export const createPictures = ({ pictures: wanted, minPictureSide, pictureFormat }: EngineRequest): Pictures => {
  const taken: Picture[] = []
  const counts = new Map<number, number>()
  const omitted = new Map<number, number>()
  let budget = maxFlowPictureBytes
  const add = (numbers: Map<number, number>, page: number): number => {
    const count = (numbers.get(page) ?? 0) + 1
    numbers.set(page, count)
    return count
  }

  const take: Pictures['take'] = ({ data }, alternative, page) => {
    const header = readPictureHeader(data)
    if (header === null) {
      add(omitted, page)
      return alternative === '' ? null : {}
    }
    if (Math.min(header.width, header.height) < minPictureSide) return null
    const id = pictureId(page, add(counts, page))
    if (!wanted) return { picture: id }
    if (data.length > budget) {
      add(omitted, page)
      return { picture: id }
    }
    budget -= data.length
    taken.push({ id, page, bbox: null, ...header, ...(alternative !== '' && { alt: alternative }), data })
    return { picture: id }
  }
  const finish: Pictures['finish'] = async () => {
    const kept = new Map<number, number>()
    const pictures: Picture[] = []
    for (const picture of taken) {
      // One at a time: decoded pictures are large.
      const finished = pictureFormat === 'png' ? await pictureAsPng(picture) : picture
      if (finished === null) add(kept, picture.page)
      pictures.push(finished ?? picture)
    }
    const warnings = [
      ...[...omitted].map(([page, count]) => imageWarning('image_omitted', page, count, omittedWhy)),
      ...[...kept].map(([page, count]) => imageWarning('image_not_converted', page, count, keptWhy)),
    ]
    return { pictures, warnings }
  }
  return { take, finish }
}

const omittedWhy = 'could not be read or would be too large'
const keptWhy = 'stayed in the format that the document has'

const imageWarning = (code: WarningCode, page: number, count: number, why: string): Warning =>
  warning(code, `${count === 1 ? 'An image' : `${count} images`} of page ${page} ${why}.`, page)

const maxFlowPicturePixels = 30_000_000

/** The picture as PNG, with its first frame only; null when it cannot be decoded or has too many pixels. */
const pictureAsPng = async (picture: Picture): Promise<Picture | null> => {
  if (picture.mimeType === 'image/png') return picture
  if (picture.width * picture.height > maxFlowPicturePixels) return null
  try {
    const { raster } = await openImage(picture.data).frame(0)
    const { width, height } = raster
    return { ...picture, mimeType: 'image/png', width, height, data: encodePng(raster) }
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}
