import { openAsBlob } from 'node:fs'
import {
  type Client,
  createClient,
  ProblemError,
  type Source,
  UnexpectedAnswerError,
  UnreachableError,
} from '@polyparse/client'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { notOurs, readJson, reasonOf } from '../find-service.ts'
import { replaceControls } from '../output.ts'
import type { Access } from './access.ts'
import type { Problem } from '@polyparse/contract'

export type ServiceClient = {
  readonly client: Client
  readonly signal: AbortSignal
  /** Does something with the client, and throws what goes wrong in the words of the command line. */
  call<Value>(work: (client: Client) => Promise<Value>): Promise<Value>
}

/** The public interface of a service, with its failures as the command line reports them. */
export const createServiceClient = (access: Access, signal: AbortSignal): ServiceClient => {
  const client = createClient({ url: access.url, key: access.key, signal, readJson })
  return {
    client,
    signal,
    call: (work) =>
      work(client).catch((error: unknown) => {
        throw asCliError(error, access)
      }),
  }
}

const asCliError = (error: unknown, access: Access): unknown => {
  if (error instanceof ProblemError) return problemError(error.problem, access)
  if (error instanceof UnexpectedAnswerError) return notOurs(access.url)
  if (!(error instanceof UnreachableError)) return error
  if (error.cause instanceof CliError) return error.cause
  return new CliError(`${access.url} cannot be reached: ${reasonOf(error.cause)}.`, { cause: error.cause })
}

/** The document as the client takes it; a file is read from the disk as it is sent. */
export const clientSource = (source: DocumentSource): Source =>
  'url' in source ? source : { filename: source.filename, open: () => openDocument(source.path) }

const openDocument = (path: string): Promise<Blob> =>
  openAsBlob(path).catch((error: unknown) => {
    throw new DocumentError(`${replaceControls(path)} cannot be read.`, { cause: error })
  })

/** The option that sets a field of the request. */
const optionOf: Readonly<Record<string, string>> = {
  outputs: '--outputs',
  pages: '--pages',
  provider: '--provider',
  providers: '--providers',
  provideroptions: '--provider-options',
  includeraw: '--include-raw',
  'source.url': 'The URL',
  filename: 'The file name',
}

/** A problem from the service as an error of the command line; validation errors name the options. */
const problemError = ({ code, detail, errors = [], request_id: id }: Problem, { url, keyOrigin }: Access): CliError => {
  if (code === 'unauthorized') return new CliError(`The service at ${url} rejected the API key ${keyOrigin}.`)
  if (code !== 'validation_error' || errors.length === 0)
    return new DocumentError(`The service at ${url} answered: ${detail} (request ${id})`)
  return new UsageError(errors.map(({ field, message }) => `${named(field)} ${message}`).join('\n'))
}

const named = (field: string): string => {
  const [, start = '', rest = ''] = /^([^.[]*)(.*)$/s.exec(field) ?? []
  const plain = (name: string): string => name.toLowerCase().replace(/^x-service-/, '')
  const whole = optionOf[plain(field)] ?? optionOf[plain(field).replaceAll('-', '')]
  if (whole !== undefined) return whole
  const option = optionOf[plain(start).replaceAll('-', '')]
  return option === undefined ? field : `${option} ${rest}`.trim()
}
