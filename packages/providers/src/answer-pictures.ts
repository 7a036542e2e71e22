import { type Box, outputRecords, type Picture, pictureId, type Warning } from '@polyparse/document'
import { readPictureHeader } from '@polyparse/engine/images'
import type { AnswerPicture } from './answer.ts'
import type { ParseRequest } from './provider.ts'

/** The pictures of an answer as they come. */
export type AnswerPictures = {
  /** The id of the picture in its block; null when it could not be fetched or is not a picture. */
  take(picture: AnswerPicture, place: { page: number; bbox: Box | null; alt: string }): string | null
  readonly taken: readonly Picture[]
  warnings(): Warning[]
}

/**
 * @example wantsPictures({ outputs: ['markdown', 'images'] }) // true
 */
export const wantsPictures = ({ outputs }: Pick<ParseRequest, 'outputs'>): boolean =>
  outputs.some((id) => outputRecords[id].needsPictures)

/** If files are not requested, pictures are numbered nevertheless, so that ids do not depend on it. */
export const createAnswerPictures = (request: Pick<ParseRequest, 'outputs'>): AnswerPictures => {
  const wanted = wantsPictures(request)
  const taken: Picture[] = []
  const counts = new Map<number, number>()
  const lost = new Map<number, number>()
  const add = (numbers: Map<number, number>, page: number): number => {
    const count = (numbers.get(page) ?? 0) + 1
    numbers.set(page, count)
    return count
  }
  return {
    taken,
    take: ({ data }, { page, bbox, alt }) => {
      const id = pictureId(page, add(counts, page))
      if (!wanted) return id
      const header = data === null ? null : readPictureHeader(data)
      if (data === null || header === null) {
        add(lost, page)
        return null
      }
      taken.push({ id, page, bbox, ...header, ...(alt !== '' && { alt }), data })
      return id
    },
    warnings: () =>
      [...lost].map(([page, count]) => ({
        code: 'image_omitted',
        message: `${count === 1 ? 'An image' : `${count} images`} of page ${page} could not be fetched or read.`,
        page,
      })),
  }
}
