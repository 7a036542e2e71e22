import { type JobStatus, jobStatuses, type Scope, scopes } from '@polyparse/contract'
import { InvalidArgumentError } from 'commander'
import { allowedNames, parseName } from '@polyparse/service/administration'

/** Parsers of option values; the error for an invalid value says what is allowed. */
export const nameOption = (text: string): string => {
  const name = parseName(text)
  if (name === null) throw new InvalidArgumentError(`It must have ${allowedNames}.`)
  return name
}

const dateAndTime = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Parses an ISO 8601 date or time. Without a time zone it is UTC, regardless of the machine's time zone.
 * @example timeOption('2026-01-15') // '2026-01-15T00:00:00.000Z'
 */
export const timeOption = (text: string): string => {
  const [, year, month, day, time, , , zone] = dateAndTime.exec(text) ?? []
  const instant = new Date(time !== undefined && zone === undefined ? `${text}Z` : text)
  const exists = day !== undefined && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (!exists || Number.isNaN(instant.getTime()))
    throw new InvalidArgumentError('It must be an ISO 8601 date or time, such as 2030-01-31 or 2030-01-31T12:00:00Z.')
  return instant.toISOString()
}

export const wholeNumberOption =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
    return value
  }

/**
 * @example statusOption('failed') // 'failed'
 */
export const statusOption = (text: string): JobStatus => {
  const status = jobStatuses.find((each) => each === text)
  if (status === undefined) throw new InvalidArgumentError(`It must be one of ${jobStatuses.join(', ')}.`)
  return status
}

/** Collects an option that may be given several times. */
export const scopesOption = (text: string, before: readonly Scope[] = []): readonly Scope[] => {
  const scope = scopes.find((each) => each === text)
  if (scope === undefined) throw new InvalidArgumentError(`It must be one of ${scopes.join(', ')}.`)
  return before.includes(scope) ? before : [...before, scope]
}

export const idArgument = (text: string): string => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new InvalidArgumentError('It must be an id, a UUID as shown by `list`.')
  return text
}

/** The option of every command that prints a result. */
export const jsonOption = ['--json', 'print one JSON object'] as const
export type JsonOption = { readonly json?: boolean | undefined }
