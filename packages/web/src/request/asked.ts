import { JobParameters } from '@polyparse/contract'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { keep, recall } from '../design/storage.ts'
import { withoutPasswords } from './without-passwords.ts'

const Asked = Type.Object({
  source: Type.Union([
    Type.Object({ url: Type.String() }),
    Type.Object({ filename: Type.String(), mediaType: Type.String() }),
  ]),
  parameters: JobParameters,
})

/** What the workbench would ask for now, as far as code can say it again. */
export type Asked = Static<typeof Asked>

const place = 'asked'

/** For the reference, which is a page of its own. No password is written down. */
export const keepAsked = ({ source, parameters }: Asked): void =>
  keep('session', place, JSON.stringify({ source, parameters: withoutPasswords(parameters) }))

/** Null: nothing yet. */
export const recallAsked = (): Asked | null => {
  try {
    const stored: unknown = JSON.parse(recall('session', place) ?? 'null')
    return Check(Asked, stored) ? stored : null
  } catch {
    return null
  }
}
