import { createHash } from 'node:crypto'
import { signedForAws } from '../../src/vendors/aws-textract/signature.ts'
import type { VendorAccess } from '../../src/vendor.ts'
import {
  isRecord,
  jsonOfRequest,
  openFake,
  type FakeRequest,
  type FakeVendor,
  type FakeReply,
  type Step,
} from './fake.ts'
import { pagesOf } from './sample.ts'
import { textractBlocks } from './textract-blocks.ts'

export const textractKey = 'aws/fake+0123456789abcdef0123456789abcdef'
export const textractNames = { accessKeyId: 'AKIDFAKE0123456789AB', region: 'eu-central-1', bucket: 'fake-staging' }
const { accessKeyId, region, bucket } = textractNames

/** The settings for a fake at this URL, which is also the S3 of its bucket. */
export const textractAccess = (url: string): Partial<VendorAccess> => ({ ...textractNames, s3BaseUrl: url })

export type TextractScript = {
  polls?: number
  /** The work has failed, with this message. */
  fail?: string
  failPages?: readonly number[]
  /** How many blocks a part of a result has, if fewer than asked for. */
  blocksEach?: number
}

type Answer = { readonly Blocks: readonly object[]; readonly [member: string]: unknown }
type Work = { readonly token: string; readonly object: string; readonly answer: Answer; polls: number }

/** Amazon Textract with the S3 of its bucket, as described in vendors/aws-textract.md. */
export const openTextract = async (
  script: TextractScript = {},
): Promise<FakeVendor & { readonly script: TextractScript; kept(): string[] }> => {
  const objects = new Map<string, Buffer>()
  const works = new Map<string, Work>()

  const stage = ({ method, path, body }: FakeRequest): FakeReply => {
    if (method === 'PUT') {
      objects.set(path, body)
      return { status: 200, headers: { etag: '"0"' } }
    }
    // Also where there is no such object.
    objects.delete(path)
    return { status: 204 }
  }

  const start = (asked: FakeRequest): FakeReply => {
    const body = jsonOfRequest(asked)
    const location = isRecord(body['DocumentLocation']) ? body['DocumentLocation']['S3Object'] : null
    const features = featuresIn(body)
    if (features === null || !isRecord(location)) return exception('InvalidParameterException')
    const object = `/${String(location['Bucket'])}/${String(location['Name'])}`
    const file = objects.get(object)
    if (file === undefined) return exception('InvalidS3ObjectException')
    // The same token is the same work.
    const token = String(body['ClientRequestToken'])
    const same = [...works].find(([, work]) => work.token === token)
    if (same !== undefined && same[1].object !== object) return exception('IdempotentParameterMismatchException')
    if (same !== undefined) return { status: 200, json: { JobId: same[0] } }
    const id = String(works.size + 1).padStart(64, '0')
    works.set(id, { token, object, answer: analysisOf(file, features, script), polls: script.polls ?? 2 })
    return { status: 200, json: { JobId: id } }
  }

  const get = (asked: FakeRequest): FakeReply => {
    const { JobId: id, MaxResults: most, NextToken: token } = jsonOfRequest(asked)
    const work = works.get(String(id))
    if (work === undefined) return exception('InvalidJobIdException')
    work.polls -= 1
    if (work.polls >= 0) return { status: 200, json: { JobStatus: 'IN_PROGRESS' } }
    if (script.fail !== undefined)
      return { status: 200, json: { JobStatus: 'FAILED', StatusMessage: script.fail, Blocks: [] } }
    const { Blocks: all, ...more } = work.answer
    const from = Number(token ?? 0)
    const end = from + Math.min(Number(most ?? 1000), script.blocksEach ?? 1000)
    const next = end < all.length ? String(end) : null
    const JobStatus = script.failPages === undefined ? 'SUCCEEDED' : 'PARTIAL_SUCCESS'
    return { status: 200, json: { JobStatus, ...more, Blocks: all.slice(from, end), NextToken: next } }
  }

  const analyze = (asked: FakeRequest): FakeReply => {
    const { Document: document, ...body } = jsonOfRequest(asked)
    const features = featuresIn(body)
    const bytes = isRecord(document) ? document['Bytes'] : null
    if (features === null || typeof bytes !== 'string') return exception('InvalidParameterException')
    const file = Buffer.from(bytes, 'base64')
    if (pagesOf(file).length !== 1) return exception('UnsupportedDocumentException')
    return { status: 200, json: analysisOf(file, features, script) }
  }

  const operations: Readonly<Record<string, (asked: FakeRequest) => FakeReply>> = {
    'Textract.AnalyzeDocument': analyze,
    'Textract.StartDocumentAnalysis': start,
    'Textract.GetDocumentAnalysis': get,
  }

  const fake = await openFake({
    stepOf,
    // What refuses a request is its signature, which is about all of it.
    refuse: () => null,
    perform: async (asked, url) => {
      const isStaging = asked.method !== 'POST'
      if (!(await isSigned(asked, { url, service: isStaging ? 's3' : 'textract' })))
        return isStaging ? signatureDoesNotMatch : exception('InvalidSignatureException')
      if (isStaging) return asked.path.startsWith(`/${bucket}/`) ? stage(asked) : noSuchBucket
      const perform = operations[String(asked.headers['x-amz-target'])]
      if (asked.path !== '/') return { status: 404, json: { __type: 'UnknownOperationException' } }
      const isTyped = asked.headers['content-type'] === 'application/x-amz-json-1.1'
      return (isTyped ? perform?.(asked) : undefined) ?? exception('UnknownOperationException')
    },
  })
  return { ...fake, script, kept: () => [...objects.keys()] }
}

const stepOf = (method: string, _path: string, headers: FakeRequest['headers']): Step => {
  if (method === 'PUT') return 'upload'
  if (method === 'DELETE') return 'forget'
  return headers['x-amz-target'] === 'Textract.GetDocumentAnalysis' ? 'poll' : 'submit'
}

const knownFeatures = new Set(['TABLES', 'FORMS', 'QUERIES', 'SIGNATURES', 'LAYOUT'])

const featuresIn = ({ FeatureTypes: given }: Record<string, unknown>): string[] | null => {
  const features = Array.isArray(given) ? given.map(String) : []
  return features.length > 0 && features.every((feature) => knownFeatures.has(feature)) ? features : null
}

const analysisOf = (file: Buffer, features: readonly string[], { failPages }: TextractScript): Answer => {
  const pages = pagesOf(file)
  const read = pages.map((page, index) => ({ page, number: index + 1 }))
  return {
    DocumentMetadata: { Pages: pages.length },
    AnalyzeDocumentModelVersion: '1.0',
    ...(failPages !== undefined && { Warnings: [{ ErrorCode: 'INTERNAL_ERROR', Pages: failPages }] }),
    Blocks: read
      .filter(({ number }) => failPages?.includes(number) !== true)
      .flatMap(({ page, number }) => textractBlocks(page, number, features)),
  }
}

/** Whether the signature is that of the request, by Signature Version 4. */
const isSigned = async (
  { method, path, query, headers, body }: FakeRequest,
  { url, service }: { readonly url: string; readonly service: string },
): Promise<boolean> => {
  const [, names = '', signature] = /SignedHeaders=([^,]+), Signature=(\w+)$/.exec(headers.authorization ?? '') ?? []
  const hash = createHash('sha256').update(body).digest('hex')
  if (service === 's3' && headers['x-amz-content-sha256'] !== hash) return false
  const made = new Set(['host', 'x-amz-date'])
  const signed = names.split(';').filter((name) => !made.has(name))
  const at = String(headers['x-amz-date']).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const own = await signedForAws(
    {
      method,
      url: new URL(`${path}?${query.toString()}`, url),
      headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
      bodySha256: async () => hash,
    },
    { accessKeyId, secretAccessKey: textractKey },
    { region, service, now: new Date(at) },
  )
  return signature !== undefined && own.headers['authorization'] === headers.authorization
}

const exception = (type: string): FakeReply => ({
  status: 400,
  json: { __type: `com.amazonaws.textract#${type}`, message: 'It cannot be done.' },
})

const xml = (status: number, code: string): FakeReply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`),
})

const signatureDoesNotMatch = xml(403, 'SignatureDoesNotMatch')
const noSuchBucket = xml(404, 'NoSuchBucket')
