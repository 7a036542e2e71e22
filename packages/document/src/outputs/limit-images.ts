import type { OutputId } from './output-schemas.ts'
import type { Document, Page, Picture, Warning } from '../model.ts'

const carriers = new Set<OutputId>(['images', 'json'])

/**
 * The document with as many picture files, in order, as fit into a result of `maxBytes`; the others keep their place and
 * size and lose their data. Both `images` and `json` carry every file.
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
  return { document: { ...document, pictures }, warnings: [...omitted].map(([page, count]) => warning(page, count)) }
}

/** The most that a page is likely to take in one output: its text twice, as text and runs, and what is said about it. */
const pageBytes = ({ blocks }: Page): number =>
  blocks.reduce((sum, { text, words }) => sum + 200 + 2 * Buffer.byteLength(text) + 100 * (words?.length ?? 0), 0)

const base64Bytes = (bytes: number): number => 4 * Math.ceil(bytes / 3)

const warning = (page: number, count: number): Warning => ({
  code: 'image_omitted',
  message: `The data of ${count === 1 ? 'an image' : `${count} images`} of page ${page} was left out: the result would be too large.`,
  page,
})
