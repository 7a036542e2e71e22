import { JobParameters } from '@polyparse/contract'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import type { ChosenOptions } from './choices.ts'
import { withMaskedSecrets, withoutSecrets } from './secrets.ts'
import { readStored, writeStored } from '../browser/storage.ts'
const JobDraft = Type.Object({
  source: Type.Union([
    Type.Object({ url: Type.String() }),
    Type.Object({ filename: Type.String(), mediaType: Type.String() }),
  ]),
  parameters: JobParameters,
})

/** The job that the workbench would create now, for code samples. */
export type JobDraft = Static<typeof JobDraft>

const jobDraftStorageName = 'draft'

/** Saves the draft for the API reference, which is a separate page. Passwords are not stored. */
export const saveDraft = ({ source, parameters }: JobDraft): void => {
  writeStored('session', jobDraftStorageName, JSON.stringify({ source, parameters: withoutPasswords(parameters) }))
}

/** Null if there is none yet. */
export const loadDraft = (): JobDraft | null => {
  try {
    const stored: unknown = JSON.parse(readStored('session', jobDraftStorageName) ?? 'null')
    return Check(JobDraft, stored) ? stored : null
  } catch {
    return null
  }
}

/** The parameters without document passwords and other secrets, which must not be stored. */
export const withoutPasswords = (parameters: JobParameters): JobParameters => withOptions(parameters, withoutSecrets)

/** The draft with stars in place of document passwords and other secrets. */
export const withMaskedPasswords = ({ source, parameters }: JobDraft): JobDraft => ({
  source,
  parameters: withOptions(parameters, withMaskedSecrets),
})

const withOptions = (
  { providerOptions, ...rest }: JobParameters,
  change: (options: ChosenOptions) => ChosenOptions,
): JobParameters => {
  if (providerOptions === undefined) return rest
  const options = Object.entries(providerOptions).map(([id, each]) => [id, change(each)])
  return { ...rest, providerOptions: Object.fromEntries(options) }
}
