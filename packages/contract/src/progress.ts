import { Type, type Static } from '@polyparse/document/typebox'
import { ProviderId } from './primitives.ts'

export const runStates = ['waiting', 'working', 'parsed', 'failed', 'unsupported'] as const

/** The progress of one provider with a job. */
export const RunProgress = Type.Object(
  {
    provider: ProviderId,
    state: Type.Enum([...runStates]),
    pagesDone: Type.Integer({
      minimum: 0,
      description: 'Pages that have been read; 0 also where the provider does not say.',
    }),
    pagesTotal: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Pages that are to be read, once that is known.' }),
    ),
  },
  { title: 'RunProgress' },
)
export type RunProgress = Static<typeof RunProgress>
