import { isOptions } from './options.ts'
import { ProviderFailure, type ParseRequest } from './provider.ts'

type VendorRequestOptions = ParseRequest['options']

/**
 * The vendor's options, which are passed on to the vendor as given.
 * @throws {ProviderFailure} for those that would set what the service itself sets: source, pages, callbacks, places.
 */
export const vendorOptions = ({ options }: ParseRequest, refused: readonly string[]): VendorRequestOptions => {
  for (const path of refused) {
    if (valueAt(options, path.split('.')) === undefined) continue
    const message = `The option \`${path}\` cannot be set by callers, because the service sets it.`
    throw new ProviderFailure('unsupported_option', message, { notAccepted: true })
  }
  return options
}

/**
 * The value at a path in nested options.
 * @example valueAt({ a: { b: 1 } }, ['a', 'b']) // 1
 */
export const valueAt = (options: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined ? options : isOptions(options) ? valueAt(options[name], rest) : undefined
