export {
  type AddressPolicy,
  type AddressRange,
  isInRanges,
  parseAddressPolicy,
  parseAddressRanges,
} from './addresses.ts'
export { checkUrl } from './check-url.ts'
export { headerText } from './header-text.ts'
export { growingPauses, type RetryOptions, withRetries } from './retry.ts'
export type { Resolve } from './safe-fetch-connection.ts'
export { SafeFetchError, type SafeFetchErrorKind } from './safe-fetch-error.ts'
export { safeFetch, type SafeResponse } from './safe-fetch.ts'
