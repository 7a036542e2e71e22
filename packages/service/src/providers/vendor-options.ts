import { ProviderFailure, type ParseRequest } from './provider.ts'

type Options = ParseRequest['options']

/**
 * The vendor's options, which are passed on to the vendor as given.
 * @throws {ProviderFailure} for those that would set what the service itself sets: source, pages, callbacks, places.
 */
export const vendorOptions = ({ options }: ParseRequest, refused: readonly string[]): Options => {
  for (const path of refused) {
    if (valueAt(options, path.split('.')) === undefined) continue
    const message = `The option \`${path}\` cannot be set by callers, because the service sets it.`
    throw new ProviderFailure('unsupported_option', message, { notAccepted: true })
  }
  return options
}

/** The value at a path in nested options. */
export const valueAt = (options: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined ? options : isOptions(options) ? valueAt(options[name], rest) : undefined

/** Options merged over the defaults that they replace; in nested objects too. */
export const withOptions = (base: Options, over: Options): Options => {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined
    merged[name] = isOptions(before) && isOptions(value) ? withOptions(before, value) : value
  }
  return merged
}

const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
