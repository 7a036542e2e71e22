import { Type } from '@polyparse/document/typebox'
import { schemaMistakes } from '../schema-mistakes.ts'
import type { CreatedProvider } from '../provider-adapter.ts'

const positive = Type.Number({ exclusiveMinimum: 0 })

const Remote = Type.Object({
  limits: Type.Object(
    {
      concurrency: Type.Integer({ minimum: 1 }),
      answerSeconds: positive,
      pollSeconds: Type.Optional(positive),
      deadlineSeconds: positive,
      bytes: Type.Optional(Type.Integer({ minimum: 1 })),
      pages: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
})

const Either = Type.Object({
  mediaTypes: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
  options: Type.Union([Type.Literal('passthrough'), Type.Object({})]),
})

/** Returns what is wrong with what `create` has returned, as in `/limits/concurrency must be integer`; null: nothing. */
export const mistakeInCreated = (created: CreatedProvider): string | null => {
  const isRemote = 'submit' in created
  const [wrong] = [...schemaMistakes(Either, created), ...(isRemote ? schemaMistakes(Remote, created) : [])]
  if (wrong !== undefined) return wrong
  const functions = isRemote
    ? ([
        ['submit', created.submit],
        ['poll', created.poll],
        ['fetch', created.fetch],
      ] as const)
    : ([['parse', created.parse]] as const)
  const missing = functions.find(([, one]) => typeof one !== 'function')
  return missing === undefined ? null : `/${missing[0]} must be a function`
}
