import type { OutputValues } from '@polyparse/document'
import type { ReplaceImage } from '@polyparse/document/image-links'
import { imageExtensionOf } from '@polyparse/document/media-types'

/** The images of a document by their ids: the file name that each has in the answer, and its bytes in base64. */
export type DatalabImages = ReadonlyMap<string, { readonly name: string; readonly data: string }>

/** Those that have their bytes in the result. */
export const datalabImagesOf = (images: OutputValues['images']): DatalabImages =>
  new Map(
    images.flatMap(({ id, mimeType, data = '' }) =>
      data === '' ? [] : [[id, { name: `${id}.${imageExtensionOf(mimeType)}`, data }] as const],
    ),
  )

/** Links to the file by its name; its description is in the place of an image that is not in the answer. */
export const linkToDatalabImage =
  (images: DatalabImages): ReplaceImage =>
  (id, { alt, linkTo }) => {
    const image = images.get(id)
    return image === undefined ? alt : linkTo(image.name)
  }
