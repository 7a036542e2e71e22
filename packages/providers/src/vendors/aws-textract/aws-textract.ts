import { Type } from '@polyparse/document/typebox'
import { withOptions } from '../../options.ts'
import { withRetries } from '@polyparse/outbound'
import { byteCount, type SharedBytes } from '../../shared-bytes.ts'
import { selectedSource, sentPageCount } from '../../cut-pages.ts'
import { createVendorHttp, type VendorRequest } from '../../http.ts'
import { ProviderFailure, type ParseRequest, type ParseSource, type RemoteProvider } from '../../provider.ts'
import { answerReader, orNull, unusableAnswer, withKnownOutcome } from '../../read-answer.ts'
import { survey, type Survey } from '../../survey.ts'
import { pollPauseSeconds, type VendorAdapter } from '../../vendor.ts'
import { refusesNothing } from '../../vendor-check.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'
import { vendorOptions } from '../../vendor-options.ts'
import { AnalysisState, NextToken, StartedAnalysis } from './aws-textract-answer-shape.ts'
import { textractDeclaration } from './declaration.ts'
import { textractProblem } from './aws-textract-problems.ts'
import { signerFor } from './signature.ts'
import { createStaging } from './staging.ts'

const { id, name, capabilities } = textractDeclaration

const Staged = Type.Object({ bucket: Type.String(), object: Type.String() })
const pageCount = orNull(Type.Integer())
const readTextractUpload = answerReader(name, Type.Object({ staged: orNull(Staged), pageCount }))
const readTextractReference = answerReader(name, Type.Object({ job: Type.String(), pageCount }))
const readStarted = answerReader(name, StartedAnalysis)
const readTextractState = answerReader(name, AnalysisState)
const readNext = answerReader(name, NextToken)

/** Bytes of a page that is sent with the request. */
const bytesAtOnce = 10 * 1000 * 1000
/** Bytes of a document that is read from the bucket. */
const stagedBytes = 500 * 1000 * 1000
/** The vendor reads three times as many, but the result of a full page has a third of a megabyte. */
const stagedPages = 1000
const textractTimeoutSeconds = 600
const maxTextractResultBytes = 384 * 1024 * 1024
const maxTextractPartBytes = 64 * 1024 * 1024
/** The maximum that the vendor gives. A page of text has about a thousand. */
const blocksEach = 1000

/** Options that only the service sets: where the document comes from, and where others learn of it or its result. */
const textractReservedOptions = [
  'Document',
  'DocumentLocation',
  'ClientRequestToken',
  'JobTag',
  'NotificationChannel',
  'OutputConfig',
  'KMSKeyId',
  'HumanLoopConfig',
]

/**
 * Amazon Textract. A single page is sent with the request that analyses it. It reads several pages only from a bucket:
 * the document is put there, analysed as a job that is polled, and deleted afterwards. It cannot select pages, so those
 * of a PDF are cut out first.
 */
const createTextractProvider: VendorAdapter<(typeof textractDeclaration)['settings']>['create'] = (
  { key, whenUnknown, bucket, requestsPerSecond = 5, ...access },
  { sandbox, answers },
): RemoteProvider => {
  const region = access.region ?? ''
  const { sessionToken } = access
  const credentials = { accessKeyId: access.accessKeyId ?? '', secretAccessKey: key, sessionToken }
  const secrets = [key, credentials.accessKeyId, sessionToken ?? '']
  const http = createVendorHttp({
    name,
    baseUrl: access.baseUrl || `https://textract.${region}.amazonaws.com`,
    headers: {},
    secrets,
    sign: signerFor(credentials, { region, service: 'textract' }),
    requestsPerSecond,
    problemOf: textractProblem,
  })
  const staging = createStaging({
    name,
    baseUrl: access.s3BaseUrl ?? `https://s3.${region}.amazonaws.com`,
    secrets,
    sign: signerFor(credentials, { region, service: 's3' }),
    requestsPerSecond,
  })

  const prepare = async (request: ParseRequest, signal: AbortSignal): Promise<Prepared> => {
    vendorOptions(request, textractReservedOptions)
    const surveyed = await survey(request, sandbox, signal)
    const source = await selectedSource(request, surveyed, { sandbox, signal })
    const count = sentPageCount(request, surveyed)
    return { surveyed, source, pageCount: count, isSingle: count === 1 && source.size <= bytesAtOnce }
  }

  const part = (job: string, token: string | null, signal: AbortSignal) =>
    http.bytes({
      ...operation('GetDocumentAnalysis'),
      body: { json: { JobId: job, MaxResults: blocksEach, ...(token !== null && { NextToken: token }) } },
      isSafe: true,
      maxBytes: maxTextractPartBytes,
      signal,
    })

  const partsOf = async (job: string, signal: AbortSignal): Promise<SharedBytes[]> => {
    const parts: SharedBytes[] = []
    let left = maxTextractResultBytes
    let next: string | null = null
    do {
      const token: string | null = next
      const { bytes } = await patiently(() => part(job, token, signal), signal)
      left -= byteCount(bytes)
      if (left < 0) throw unusableAnswer(name, 'more blocks than fit into memory')
      parts.push(bytes)
      next = readNext(await answers.look('next', bytes, signal))
    } while (next !== null)
    return parts
  }

  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'tiff'),
    options: 'passthrough',
    limits: {
      concurrency: 8,
      answerSeconds: textractTimeoutSeconds,
      deadlineSeconds: 7200,
      ...(bucket === null ? { bytes: bytesAtOnce } : { bytes: stagedBytes, pages: stagedPages }),
    },
    whenUnknown,

    ...(bucket !== null && {
      upload: async (request, signal) => {
        const { source, isSingle, pageCount } = await prepare(request, signal)
        return { staged: isSingle ? null : await staging.put(bucket, source, signal), pageCount }
      },
    }),

    submit: async ({ request, upload, token }, signal) => {
      const uploaded = upload === null ? null : readTextractUpload(upload)
      if (uploaded !== null && uploaded.staged !== null) {
        const { staged, pageCount } = uploaded
        const { body } = await http.json({
          ...operation('StartDocumentAnalysis'),
          body: {
            json: {
              ...analysisOf(request),
              DocumentLocation: { S3Object: { Bucket: staged.bucket, Name: staged.object } },
              ClientRequestToken: token,
            },
          },
          signal,
        })
        const pollInSeconds = pollPauseSeconds(pageCount)
        return { kind: 'submitted', reference: { job: readStarted(body).JobId, pageCount }, pollInSeconds }
      }
      const { surveyed, source, isSingle } = await prepare(request, signal)
      if (!isSingle) throw needsBucket()
      const { bytes } = await http.bytes({
        ...operation('AnalyzeDocument'),
        body: { json: analysisOf(request), base64: { member: '/Document/Bytes', prefix: '', document: source } },
        signal,
        seconds: textractTimeoutSeconds,
        maxBytes: maxTextractPartBytes,
      })
      const given = { bodies: [bytes], request, survey: surveyed }
      return { kind: 'done', document: await withKnownOutcome(() => answers.read(given, signal)) }
    },

    check: async (signal) => {
      await refusesNothing(http, { ...operation('AnalyzeDocument'), body: { json: {} }, signal })
      if (bucket !== null) await staging.check(bucket, signal)
      return null
    },

    poll: async ({ reference }, signal) => {
      const { job, pageCount } = readTextractReference(reference)
      const { body, headers } = await http.json({
        ...operation('GetDocumentAnalysis'),
        body: { json: { JobId: job, MaxResults: 1 } },
        isSafe: true,
        signal,
      })
      const { JobStatus: status, StatusMessage: message } = readTextractState(body)
      switch (status) {
        case 'SUCCEEDED':
        case 'PARTIAL_SUCCESS':
          return { kind: 'ready' }
        case 'FAILED':
          throw http.failure('failed', headers, { message })
        default:
          return { kind: 'working', pollInSeconds: pollPauseSeconds(pageCount) }
      }
    },

    fetch: async ({ reference, request }, signal) => {
      const bodies = await partsOf(readTextractReference(reference).job, signal)
      const surveyed = await survey(request, sandbox, signal)
      return answers.read({ bodies, request, survey: surveyed }, signal)
    },

    // Results of Textract expire by themselves.
    forget: async (reference, signal) => {
      if (reference['staged'] === undefined || reference['staged'] === null) return
      const { staged } = readTextractUpload(reference)
      if (staged !== null) await staging.remove(staged, signal)
    },
  }
}

type Prepared = {
  readonly surveyed: Survey
  /** The document that is sent. */
  readonly source: ParseSource
  readonly pageCount: number | null
  /** True if it can be sent with the request. */
  readonly isSingle: boolean
}

/** All operations are posted to the same address. */
const operation = (operationName: string) =>
  ({
    method: 'POST',
    path: '',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Textract.${operationName}` },
  }) as const satisfies Partial<VendorRequest>

/** Each feature is charged for. Forms cost more than the others together, so they are only looked for if requested. */
const analysisOf = (request: ParseRequest): Readonly<Record<string, unknown>> =>
  withOptions(
    { FeatureTypes: ['LAYOUT', 'TABLES', ...(request.outputs.includes('fields') ? ['FORMS'] : [])] },
    request.options,
  )

const needsBucket = (): ProviderFailure =>
  new ProviderFailure(
    'too_many_pages',
    `${name} reads several pages, or more than 10 MB, only through a bucket, and this service has none for it: request a single page, or have its operator set ${textractDeclaration.settings.bucket.variable}.`,
    { notAccepted: true },
  )

const maxPatienceMs = 120_000

/** A long result has many parts, which must not begin again from the first because one came too soon. */
const patiently = <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> =>
  withRetries(work, {
    pausesMs: [1000, 2000, 4000, 8000, 16_000],
    windowMs: maxPatienceMs,
    judge: (error) => {
      const isLimited = error instanceof ProviderFailure && error.code === 'provider_rate_limited'
      return { retry: isLimited, ...(isLimited && { afterMs: (error.retryAfterSeconds ?? 0) * 1000 }) }
    },
    signal,
  })

export const awsTextract: VendorAdapter = { declaration: textractDeclaration, create: createTextractProvider }
