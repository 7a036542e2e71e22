import type { PageImages } from '@polyparse/providers/port'

/** An image of a page without its file. */
export type ListedPageImage = Omit<PageImages['images'][number], 'data'>

/** Returns the list of images in a result. */
export const listedPageImages = ({ images }: { readonly images: readonly ListedPageImage[] }, jobId: string) =>
  images.map(({ page, width, height, mimeType }) => ({
    page,
    width,
    height,
    mimeType,
    url: `/api/v1/jobs/${jobId}/pages/${page}/image`,
  }))

/** The files of the images, as JSON in pieces. */
export function* pageImageFiles({ images }: Pick<PageImages, 'images'>): Generator<string> {
  let before = '{"pages":['
  for (const { page, mimeType, data } of images) {
    const { buffer, byteOffset, byteLength } = data
    const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
    yield `${before}${JSON.stringify({ id: String(page), mimeType, data: base64 })}`
    before = ','
  }
  yield ']}'
}
