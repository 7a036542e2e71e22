import type { Problem } from '@polyparse/contract'
import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import type { Access } from './access.ts'

/** Where a field of the interface comes from on the command line. */
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

/** What the service answered, in the words of the command line; a mistake in the options is told by their names. */
export const problemError = (
  { code, detail, errors = [], request_id: id }: Problem,
  { url, keyOrigin }: Access,
): CliError => {
  if (code === 'unauthorized') return new CliError(`The service at ${url} refuses the API key ${keyOrigin}.`)
  if (code !== 'validation_error' || errors.length === 0)
    return new DocumentError(`The service at ${url} answers: ${detail} (request ${id})`)
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
