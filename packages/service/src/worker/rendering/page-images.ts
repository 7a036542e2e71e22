import type { PageImages } from '@polyparse/providers/port'

/** What a result says of its images. */
export const listedPageImages = ({ images }: Pick<PageImages, 'images'>, jobId: string) =>
  images.map(({ page, width, height, mimeType }) => ({
    page,
    width,
    height,
    mimeType,
    url: `/api/v1/jobs/${jobId}/pages/${page}/image`,
  }))

/** The files of the images, as an element of an object in JSON. */
export function* pageImageFiles({ images }: Pick<PageImages, 'images'>): Generator<string> {
  let before = '"pages":['
  for (const { page, mimeType, data } of images) {
    const { buffer, byteOffset, byteLength } = data
    const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
    yield `${before}${JSON.stringify({ id: String(page), mimeType, data: base64 })}`
    before = ','
  }
  yield ']'
}
