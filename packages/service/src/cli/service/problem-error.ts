import type { Problem } from '@polyparse/contract'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import type { Access } from './access.ts'

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
export const problemError = (
  { code, detail, errors = [], request_id: id }: Problem,
  { url, keyOrigin }: Access,
): CliError => {
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
