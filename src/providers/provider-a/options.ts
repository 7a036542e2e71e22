import { Type, type Static } from 'typebox'

/** `providerOptions.provider-a`. */
export const Options = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'Opens an encrypted document. Kept until the job ends.',
      }),
    ),
    words: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Lists the words of each block, with their boxes, where there is layout.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type Options = Static<typeof Options>
