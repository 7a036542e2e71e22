import type { CatalogEntry, JobParameters } from '@polyparse/contract'

/** The same request with the password of its document, for each provider that takes one; null if none does. */
export const withPassword = (
  parameters: JobParameters,
  catalog: readonly CatalogEntry[],
  password: string,
): JobParameters | null => {
  const asked = parameters.providers ?? catalog.filter((entry) => isAsked(entry, parameters)).map(({ id }) => id)
  const taking = asked.filter((id) => catalog.some((entry) => entry.id === id && takesPassword(entry)))
  if (taking.length === 0) return null
  const options = taking.map((id) => [id, { ...parameters.providerOptions?.[id], password }])
  return { ...parameters, providerOptions: { ...parameters.providerOptions, ...Object.fromEntries(options) } }
}

/** The provider of a `parse`: the one it names, or the default. */
const isAsked = (entry: CatalogEntry, { provider }: JobParameters): boolean =>
  provider === undefined ? entry.default : entry.id === provider

const takesPassword = ({ options }: CatalogEntry): boolean => {
  const properties = options?.['properties']
  return typeof properties === 'object' && properties !== null && 'password' in properties
}
