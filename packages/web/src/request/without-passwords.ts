import type { JobParameters } from '@polyparse/contract'

/** The parameters without document passwords, which must not be stored. */
export const withoutPasswords = ({ providerOptions, ...rest }: JobParameters): JobParameters => {
  if (providerOptions === undefined) return rest
  const safe = Object.entries(providerOptions).map(([id, options]) => [
    id,
    Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'password')),
  ])
  return { ...rest, providerOptions: Object.fromEntries(safe) }
}
