import type { OutputId } from './output-schemas.ts'
import type { Document, Page, Picture, Warning } from '../model.ts'
import { warning } from '../warnings.ts'

const carriers = new Set<OutputId>(['images', 'json'])

/**
 * The document with as many picture files, in order, as fit into a result of `maxBytes` with these outputs, of which
 * `images` and `json` contain every file in base64. The other pictures keep their place and size and have empty data; a
 * warning `image_omitted` for each page counts them.
 */
export const limitImages = (
  document: Document,
  outputs: readonly OutputId[],
  maxBytes: number,
): { document: Document; warnings: Warning[] } => {
  const copies = outputs.filter((id) => carriers.has(id)).length
  if (copies === 0) return { document, warnings: [] }

  let room = maxBytes - document.pages.reduce((sum, page) => sum + pageBytes(page), 0) * outputs.length
  const omitted = new Map<number, number>()
  const pictures = document.pictures.map((picture): Picture => {
    const bytes = copies * base64Bytes(picture.data.byteLength)
    if (bytes <= room) {
      room -= bytes
      return picture
    }
    omitted.set(picture.page, (omitted.get(picture.page) ?? 0) + 1)
    return { ...picture, data: new Uint8Array() }
  })
  if (omitted.size === 0) return { document, warnings: [] }
  return {
    document: { ...document, pictures },
    warnings: [...omitted].map(([page, count]) => imagesOmitted(page, count)),
  }
}

/** Bytes that a page is likely to take in one output at most: its text twice, as text and runs, and its properties. */
const pageBytes = ({ blocks }: Page): number =>
  blocks.reduce((sum, { text, words }) => sum + 200 + 2 * Buffer.byteLength(text) + 100 * (words?.length ?? 0), 0)

const base64Bytes = (bytes: number): number => 4 * Math.ceil(bytes / 3)

const imagesOmitted = (page: number, count: number): Warning =>
  warning(
    'image_omitted',
    `The data of ${count === 1 ? 'an image' : `${count} images`} of page ${page} was left out: the result would be too large.`,
    page,
  )
