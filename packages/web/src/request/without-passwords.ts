import type { JobParameters } from '@polyparse/contract'

/** Parameters that may be written down: the password of a document may not. */
export const withoutPasswords = ({ providerOptions, ...rest }: JobParameters): JobParameters => {
  if (providerOptions === undefined) return rest
  const kept = Object.entries(providerOptions).map(([id, options]) => [
    id,
    Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'password')),
  ])
  return { ...rest, providerOptions: Object.fromEntries(kept) }
}
