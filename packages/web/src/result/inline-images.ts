import type { ImageValue } from '@polyparse/document/schema'
import type { ApiClient } from '../api/client.ts'
import { base64Of } from './base64-of.ts'
import { fileOfImage, hasFile } from './image-file.ts'

/** Bytes of images that one frame may hold; those beyond are shown by their alternative text. */
const maxInlineImageBytes = 16_000_000

/** The images that a piece of markup shows, each with its file inline, in the order of the markup. */
export const inlined = async (
  markup: string,
  images: ReadonlyMap<string, ImageValue>,
  client: ApiClient,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ImageValue>> => {
  const found = new Map<string, ImageValue>()
  let bytes = 0
  for (const [, id = ''] of markup.matchAll(/<img[^>]*\ssrc="([^"]+)"/g)) {
    const image = images.get(id)
    if (image === undefined || found.has(id) || !hasFile(image)) continue
    const file = await fileOfImage(image, client, signal)
    bytes += file.size
    if (bytes > maxInlineImageBytes) break
    found.set(id, { ...image, data: await base64Of(file) })
  }
  return found
}
