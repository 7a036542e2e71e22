import { Type, type Static } from '@polyparse/document/typebox'
import { maybe } from '../../read-answer.ts'

const Values = maybe(Type.Union([Type.String(), Type.Array(Type.String())]))

/** The metadata of a document, or of one inside it; its content is among them. */
export const TikaEntry = Type.Object({
  'Content-Type': Values,
  resourceName: Values,
  'X-TIKA:Parsed-By': Values,
  /** XHTML. */
  'X-TIKA:content': maybe(Type.String()),
  'X-TIKA:encrypted': maybe(Type.String()),
  /** Stack traces, which begin with the class of the exception. */
  'X-TIKA:EXCEPTION:container_exception': Values,
  'X-TIKA:EXCEPTION:embedded_exception': Values,
  'X-TIKA:EXCEPTION:warn': Values,
  'X-TIKA:EXCEPTION:write_limit_reached': Values,
})
export type TikaEntry = Static<typeof TikaEntry>

/** The document, and then what is embedded in it. */
export const Entries = Type.Array(TikaEntry, { minItems: 1 })
