import type { JobParameters } from '@polyparse/contract'

/** The password of the document, where one was given to a provider: the browser needs it to show the pages. */
export const passwordOf = (parameters: JobParameters | undefined): string | null => {
  const given = Object.values(parameters?.providerOptions ?? {}).map(({ password }) => password)
  return given.find((password) => typeof password === 'string') ?? null
}
