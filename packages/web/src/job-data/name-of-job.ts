import type { JobSummary } from '@polyparse/contract'
import type { RememberedJob } from './remembered.ts'
import { readMessages } from '../language/messages.ts'

/** The name of the document: the file name, or the end of its address. */
export const nameOfJob = (
  { id, source }: Pick<JobSummary, 'id' | 'source'>,
  remembered: RememberedJob | undefined,
): string =>
  remembered?.name ??
  source.filename ??
  (source.url === undefined ? readMessages().jobs.unnamed(id.slice(-12)) : lastPartOfUrl(source.url))

const lastPartOfUrl = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
