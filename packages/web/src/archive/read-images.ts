import { outputSchemas } from '@polyparse/document/schema'
import { Check } from '@polyparse/document/typebox/schema'
import type { ApiClient } from '../api/client.ts'
import { UnexpectedResponseError } from '../api/errors.ts'
import { createFileTaker } from '../api/job-reader/take-files.ts'
import { fileNameOf, fileOfImage, hasFile } from '../result/image-file.ts'

/** The images of the output `images`, one file after the other; those that were left out of the result are not there. */
export async function* readImages(
  output: Blob,
  client: ApiClient,
  signal: AbortSignal,
): AsyncGenerator<{ readonly name: string; readonly file: Blob }> {
  // Inline images are in base64: their bytes are taken out as they come, and are never in the heap together.
  const taker = createFileTaker()
  const reader = output.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    taker.feed(value)
  }
  const { text, files } = taker.end()
  const images: unknown = JSON.parse(text)
  if (!Check(outputSchemas.images, images)) throw new UnexpectedResponseError(null)
  for (const image of images) {
    const taken = files.get(image.data ?? '')
    if (taken !== undefined) yield { name: fileNameOf(image), file: taken }
    else if (hasFile(image)) yield { name: fileNameOf(image), file: await fileOfImage(image, client, signal) }
  }
}
