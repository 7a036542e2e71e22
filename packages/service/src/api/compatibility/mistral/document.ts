import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { cleanFilename } from '@polyparse/contract/filename'
import { resolveMediaType } from '@polyparse/readers/media-type'
import { bytesOfBase64 } from '../../../compatibility/base64-source.ts'
import { fileIdOfUrl } from '../../../compatibility/mistral/file-url.ts'
import type { OcrBody, OcrOptions } from '../../../compatibility/mistral/options.ts'
import { RefusedFormError } from '../../../compatibility/refused-form.ts'
import { newSourcePath } from '../../../jobs/paths.ts'
import { receiveStream } from '../../create-job/receive.ts'
import type { JobSubmission } from '../../create-job/submission.ts'
import { type CompatibilityParts, submissionOf, submissionOfStored } from '../convert.ts'

/** The outputs from which the answer is made. */
export const ocrOutputs = ['pages', 'images'] as const

/** A document that was uploaded before, or a job that is to be made for one. */
export type OcrDocument = { readonly fileId: string } | { readonly submission: JobSubmission }

/** The document of a request: an uploaded file, at a URL, or in base64. */
export const documentOfOcr = async (
  compatible: CompatibilityParts,
  { document }: OcrBody,
  { pages }: OcrOptions,
): Promise<OcrDocument> => {
  if ('file_id' in document) return { fileId: document.file_id }
  const url = 'document_url' in document ? document.document_url : urlOfImage(document.image_url)
  const fileId = fileIdOfUrl(url)
  if (fileId !== null) return { fileId }
  const name = 'document_url' in document ? cleanFilename(document.document_name ?? '') : null
  const submission = url.startsWith('data:')
    ? await submissionOfData(compatible, url, name)
    : { ...submissionOf(ocrOutputs, { mediaType: null, receiveSource: async () => ({ url }) }), url }
  return { submission: { ...submission, request: { ...submission.request, pages: pages && [...pages] } } }
}

const urlOfImage = (image: string | { readonly url: string }): string => (typeof image === 'string' ? image : image.url)

/** The beginning of the URL of a document in base64; what follows can be megabytes. */
const dataUrlPattern = /^data:([\w.+-]{1,100}\/[\w.+-]{1,100})?(?:;[\w.=+-]{1,100}){0,4};base64,/

const submissionOfData = async (
  { parts, shutdown }: CompatibilityParts,
  url: string,
  name: string | null,
): Promise<JobSubmission> => {
  const [beginning, sentType] = dataUrlPattern.exec(url.slice(0, 1000)) ?? []
  if (beginning === undefined) throw new RefusedFormError('a data URL must be data:TYPE;base64,…')
  const filename = name ?? 'document'
  const mediaType = resolveMediaType(sentType, filename)
  const jobId = randomUUIDv7()
  const bytes = Readable.from([bytesOfBase64(url.slice(beginning.length), 'what follows base64, in a data URL')])
  const stored = { filename, mediaType, ...(await receiveStream(parts, newSourcePath(jobId), bytes, shutdown)) }
  return submissionOfStored(ocrOutputs, jobId, stored)
}
