import type { Static } from '@polyparse/document/typebox'
import type { JobFrame } from '../job-frame.ts'

type Frame = Static<typeof JobFrame>
type Reading = Extract<Extract<Frame, { status: 'complete' }>['result'], { pageCount: number }>

/** A media type for an `img`, which runs nothing, regardless of what a provider says. */
export const mediaTypeOf = (claimed: string): string =>
  /^image\/[\w.+-]+$/.test(claimed) ? claimed : 'application/octet-stream'

/** Where the files that were taken out of results are: the policy of the page lets only an `img` load from an address. */
const held = new Map<string, Blob>()

/** The file that stands under a name or an address in a result. */
export const fileAt = (name: string): Blob | null => held.get(name) ?? null

/**
 * Keeps the files that were taken out of a result until the signal aborts. Those of images get an address, which
 * stands in their place.
 */
export const holdFiles = (job: Frame, files: ReadonlyMap<string, Blob>, signal: AbortSignal): void => {
  const names = [...files.keys()]
  for (const [name, file] of files) held.set(name, file)
  for (const image of readingsOf(job).flatMap(imagesOf)) {
    const file = files.get(image.data ?? '')
    if (file === undefined) continue
    const typed = file.slice(0, file.size, mediaTypeOf(image.mimeType))
    image.data = URL.createObjectURL(typed)
    names.push(image.data)
    held.set(image.data, typed)
  }
  signal.addEventListener('abort', () => {
    for (const name of names) {
      held.delete(name)
      if (name.startsWith('blob:')) URL.revokeObjectURL(name)
    }
  })
}

const readingsOf = (job: Frame): Reading[] => {
  if (job.status !== 'complete') return []
  if ('outputs' in job.result && 'provider' in job.result) return [job.result]
  return 'providers' in job.result
    ? job.result.providers.flatMap((entry) => (entry.status === 'parsed' ? [entry.result] : []))
    : []
}

const imagesOf = ({ outputs: { images = [], json } }: Reading) => [...images, ...(json?.images ?? [])]
