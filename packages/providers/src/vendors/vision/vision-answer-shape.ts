import { Type, type Static } from '@polyparse/document/typebox'
import { maybe, orNull } from '../../read-answer.ts'

/** https://platform.openai.com/docs/api-reference/chat/object, as far as servers of others have it too. */
export const Completion = Type.Object({
  model: maybe(Type.String()),
  choices: Type.Array(
    Type.Object({
      message: Type.Object({ content: maybe(Type.String()), refusal: maybe(Type.String()) }),
      finish_reason: maybe(Type.String()),
    }),
    { minItems: 1 },
  ),
  usage: maybe(Type.Object({ prompt_tokens: maybe(Type.Number()), completion_tokens: maybe(Type.Number()) })),
})
export type Completion = Static<typeof Completion>

/** https://platform.openai.com/docs/api-reference/models/list */
export const VisionModels = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

/** The kept answer about one page, with all that it takes to read it. */
export const PageAnswer = Type.Object({
  page: Type.Integer(),
  profile: Type.String(),
  /** The size of the picture that was sent, in pixels. */
  width: Type.Number(),
  height: Type.Number(),
  /** The text that lies in the file, without layout; '' for an image. */
  text: Type.String(),
  content: Type.String(),
  /** True if the answer ended because it was too long. */
  isCut: Type.Boolean(),
  /** Why there is no answer; null: there is one. */
  failure: orNull(Type.String()),
  model: orNull(Type.String()),
  /** Null where the endpoint does not count them. */
  tokens: orNull(Type.Object({ input: Type.Number(), output: Type.Number() })),
  /** US dollars; null where the operator has stated no price, or nobody has counted the tokens. */
  cost: orNull(Type.Number()),
})
export type PageAnswer = Static<typeof PageAnswer>
