import { adviceForUnread } from '@polyparse/readers'
import type { StoredJob } from '../jobs/job.ts'
import type { Provider } from '@polyparse/providers/port'

/** A provider that is no longer enabled counts as able; its run then reports that. */
export const supports = (provider: Provider | undefined, job: StoredJob, mediaType: string): boolean =>
  provider === undefined || (reads(provider, mediaType) && offers(provider, job))

type RequestedOutputsOfSource = Pick<StoredJob, 'outputs'> & {
  readonly source: Pick<StoredJob['source'], 'detectedMediaType'>
}

const reads = ({ mediaTypes }: Provider, mediaType: string): boolean => mediaTypes.includes(mediaType)

const offers = ({ capabilities }: Provider, { outputs }: Pick<StoredJob, 'outputs'>): boolean =>
  outputs.every((output) => capabilities.outputs.includes(output))

/** The same for programs. */
export const codeOfUnsupported = (
  id: string,
  { source }: StoredJob,
  providers: ReadonlyMap<string, Provider>,
): 'unsupported_media_type' | 'unsupported_option' => {
  const provider = providers.get(id)
  const isRead = provider !== undefined && reads(provider, source.detectedMediaType ?? '')
  return isRead ? 'unsupported_option' : 'unsupported_media_type'
}

/** Returns why a provider does not support a job, in a sentence that says which others read such a document. */
export const whyRunUnsupported = (
  id: string,
  job: RequestedOutputsOfSource,
  providers: ReadonlyMap<string, Provider>,
): string => {
  const mediaType = job.source.detectedMediaType ?? 'this type'
  const provider = providers.get(id)
  if (provider !== undefined && reads(provider, mediaType)) return `${id} lacks one of the outputs.`
  const able = [...providers].filter(([, each]) => reads(each, mediaType) && offers(each, job)).map(([other]) => other)
  const others = able.length === 0 ? 'No other enabled provider does.' : `Those that do: ${able.join(', ')}.`
  const isConvertible = [...providers.values()].some(({ convertible }) => convertible?.includes(mediaType) === true)
  const hints = [
    able.length === 0 ? adviceForUnread(mediaType) : null,
    isConvertible ? 'Set POLYPARSE_CONVERTER_URL to have such documents converted first.' : null,
  ].filter((hint) => hint !== null)
  return [`${id} does not read documents of the type ${mediaType}.`, others, ...hints].join(' ')
}
