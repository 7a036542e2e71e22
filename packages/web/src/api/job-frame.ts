import {
  type Agreement,
  CompareResult,
  FailedJob,
  ParseResult,
  RunError,
  UnfinishedJob,
  Uuid,
} from '@polyparse/contract'
import { outputIds, outputSchemas, type OutputValues } from '@polyparse/document/schema'
import { Type, type TProperties, type TSchema } from '@polyparse/document/typebox'

const Members = (properties: TProperties) => Type.Object(properties)
const List = Type.Array(Type.Unknown())

/** A schema down to the members of what its outermost lists hold. */
const outermost = (schema: TSchema, lists = 1): TSchema => {
  if (Type.IsString(schema)) return Type.String()
  if (Type.IsArray(schema)) return lists === 0 ? List : Type.Array(outermost(schema.items, lists - 1))
  if (!Type.IsObject(schema)) return Type.Unknown()
  const required = Object.entries(schema.properties).filter(([, member]) => !Type.IsOptional(member))
  return Members(Object.fromEntries(required.map(([name, member]) => [name, outermost(member, lists)])))
}

const OutputsFrame = Type.Unsafe<Partial<OutputValues>>(
  Type.Partial(Members(Object.fromEntries(outputIds.map((id) => [id, outermost(outputSchemas[id])])))),
)

const JobFrameReading = Type.Object({
  ...ParseResult.properties,
  outputs: OutputsFrame,
})

const providerEntryProperties = { provider: Type.String(), durationMs: Type.Number() }

const Comparison = Type.Object({
  ...CompareResult.properties,
  providers: Type.Array(
    Type.Union([
      Type.Object({ ...providerEntryProperties, status: Type.Literal('parsed'), result: JobFrameReading }),
      Type.Object({ ...providerEntryProperties, status: Type.Literal('failed'), error: RunError }),
      Type.Object({ ...providerEntryProperties, status: Type.Literal('unsupported') }),
    ]),
  ),
  agreement: Type.Optional(Type.Unsafe<Agreement>(Members({ pairs: List, pages: List, disputes: List }))),
})

/**
 * A job as it is read, with the types of the contract. Values deep within the outputs are not checked: the service
 * checked them when they were made, and checking millions of words again would block the page for seconds.
 */
export const JobFrame = Type.Union([
  UnfinishedJob,
  Type.Object({ id: Uuid, status: Type.Literal('complete'), result: Type.Union([JobFrameReading, Comparison]) }),
  FailedJob,
])
