import { BlockCorrection, CellCorrection, Correction, nullable } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { limits } from './limits.ts'
import { Timestamp } from './primitives.ts'

export const CorrectionsBody = Type.Object(
  {
    corrections: Type.Array(Correction, {
      maxItems: limits.correctionsPerJob,
      description: 'All of them: those that are left out are undone.',
    }),
  },
  { title: 'CorrectionsBody', additionalProperties: false },
)

const said = {
  by: Type.Object(
    {
      kind: Type.Enum(['key', 'session'], { description: '`key`: with an API key; `session`: signed in to the app.' }),
      name: nullable(
        Type.String({
          description: 'The name of the key, or of the person by the identity provider; null where there is none.',
        }),
      ),
    },
    { title: 'Corrector', description: 'The author of the correction.' },
  ),
  at: Timestamp,
}

export const MadeCorrection = Type.Union(
  [
    Type.Object({ ...BlockCorrection.properties, ...said }, { title: 'MadeBlockCorrection' }),
    Type.Object({ ...CellCorrection.properties, ...said }, { title: 'MadeCellCorrection' }),
  ],
  { title: 'MadeCorrection', description: 'A correction, who has made it, and when.' },
)
export type MadeCorrection = Static<typeof MadeCorrection>

/** The corrections of a job, in the order in which they were given. */
export const Corrections = Type.Object({ corrections: Type.Array(MadeCorrection) }, { title: 'Corrections' })
export type Corrections = Static<typeof Corrections>
