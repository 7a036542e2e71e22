import {
  type Client,
  ConnectionError,
  createClient,
  JobFailedError,
  PolyparseError,
  ProblemError,
  SourceError,
  UnexpectedAnswerError,
} from '@polyparse/client'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import { notOurs, reasonOf } from '../find-service.ts'
import { replaceControls } from '../output.ts'
import type { ServiceAccess } from './access.ts'

export type ServiceClient = {
  /** Does something with the client, and throws what goes wrong in the words of the command line. */
  call<Value>(work: (client: Client) => Promise<Value>): Promise<Value>
  /** The error for an answer that is not from Polyparse. */
  notOurs(): CliError
}

/** The public interface of a service, with its failures as the command line reports them. */
export const createServiceClient = (access: ServiceAccess, signal: AbortSignal): ServiceClient => {
  const client = createClient({ url: access.url, apiKey: access.key, signal })
  return {
    notOurs: () => notOurs(access.url),
    call: (work) =>
      work(client).catch((error: unknown) => {
        throw asCliError(error, access)
      }),
  }
}

const asCliError = (error: unknown, access: ServiceAccess): unknown => {
  if (error instanceof ProblemError) return problemError(error, access)
  if (error instanceof UnexpectedAnswerError) return notOurs(access.url)
  if (error instanceof JobFailedError || error instanceof SourceError)
    return new DocumentError(replaceControls(error.message), { cause: error })
  if (error instanceof ConnectionError && error.cause !== undefined)
    return new CliError(`${access.url} cannot be reached: ${reasonOf(error.cause)}.`, { cause: error.cause })
  return error instanceof PolyparseError ? new CliError(error.message, { cause: error }) : error
}

/** The option that sets a field of the request. */
const optionOf: Readonly<Record<string, string>> = {
  outputs: '--outputs',
  pages: '--pages',
  provider: '--provider',
  providers: '--providers',
  provideroptions: '--provider-options',
  includeraw: '--include-raw',
  metadata: '--metadata',
  'extraction.schemaid': '--schema-id',
  'extraction.schemaversion': '--schema-version',
  'extraction.model': '--model',
  'extraction.models': '--models',
  'classification.model': '--model',
  'source.url': 'The URL',
  filename: 'The file name',
}

/** A problem from the service as an error of the command line; validation errors name the options. */
const problemError = (error: ProblemError, { url, keyOrigin }: ServiceAccess): CliError => {
  const { code, detail, errors = [], request_id: id } = error.problem
  if (code === 'unauthorized') return new CliError(`The service at ${url} rejected the API key ${keyOrigin}.`)
  if (code !== 'validation_error' || errors.length === 0)
    return new DocumentError(`The service at ${url} answered: ${detail} (request ${id})`, { cause: error })
  return new UsageError(errors.map(({ field, message }) => `${namedField(field)} ${message}`).join('\n'))
}

/**
 * The option, or what else the command line calls a field of the request.
 * @example namedField('fallback') // 'fallback'
 */
export const namedField = (field: string): string => {
  const [, start = '', rest = ''] = /^([^.[]*)(.*)$/s.exec(field) ?? []
  const plain = (name: string): string => name.toLowerCase().replace(/^x-service-/, '')
  const whole = optionOf[plain(field)] ?? optionOf[plain(field).replaceAll('-', '')]
  if (whole !== undefined) return whole
  const option = optionOf[plain(start).replaceAll('-', '')]
  return option === undefined ? field : `${option} ${rest}`.trim()
}
