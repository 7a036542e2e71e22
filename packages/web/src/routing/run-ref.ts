import { hrefOf } from './route.ts'

/** A run whose reading can be compared: of a `parse` its job is enough, of a `compare` it is one of the providers. */
export type RunRef = { readonly job: string; readonly provider: string | null }

/**
 * Writes a run as an address has it: `JOB` or `JOB:PROVIDER`.
 * @example writeRun({ job: '0199f0a2', provider: 'auto' }) // '0199f0a2:auto'
 */
export const writeRun = ({ job, provider }: RunRef): string => (provider === null ? job : `${job}:${provider}`)

export const parseRunReference = (text: string): RunRef => {
  const [job = '', ...provider] = text.split(':')
  return { job, provider: provider.length === 0 ? null : provider.join(':') }
}

/** The choice of another run, or the comparison with it. */
export const hrefOfRuns = (...runs: readonly [RunRef] | readonly [RunRef, RunRef]): string =>
  hrefOf(['runs', ...runs.map(writeRun)])

/** The reading of a run alone. */
export const hrefOfReading = ({ job, provider }: RunRef): string =>
  hrefOf(['jobs', job, ...(provider === null ? [] : [provider])])
