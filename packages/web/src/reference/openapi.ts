import { Type, type Static } from '@polyparse/document/typebox'

/** The members of an OpenAPI 3.1 document that are shown. */
const Example = Type.Object({ summary: Type.Optional(Type.String()), value: Type.Unknown() })
const OpenApiContent = Type.Record(
  Type.String(),
  Type.Object({ schema: Type.Optional(Type.Unknown()), examples: Type.Optional(Type.Record(Type.String(), Example)) }),
)

const Parameter = Type.Object({
  name: Type.String(),
  in: Type.Enum(['path', 'query', 'header']),
  required: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  schema: Type.Unknown(),
  example: Type.Optional(Type.Unknown()),
})

const OperationAnswer = Type.Object({ description: Type.String(), content: Type.Optional(OpenApiContent) })

const OpenApiOperation = Type.Object({
  operationId: Type.String(),
  summary: Type.String(),
  description: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  parameters: Type.Optional(Type.Array(Parameter)),
  requestBody: Type.Optional(Type.Object({ content: OpenApiContent })),
  security: Type.Optional(Type.Array(Type.Unknown())),
  responses: Type.Record(Type.String(), OperationAnswer),
})

export const OpenApi = Type.Object({
  info: Type.Object({ title: Type.String(), version: Type.String(), description: Type.String() }),
  tags: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), OpenApiOperation)),
  components: Type.Object({ schemas: Type.Record(Type.String(), Type.Unknown()) }),
})

export type OpenApi = Static<typeof OpenApi>
export type Parameter = Static<typeof Parameter>
export type OperationAnswer = Static<typeof OperationAnswer>
export type OpenApiContent = Static<typeof OpenApiContent>
export type Schemas = OpenApi['components']['schemas']

export type OpenApiOperation = Static<typeof OpenApiOperation> & { readonly method: string; readonly path: string }

/** All operations of a tag, in the order of the document. */
export const operationsOf = ({ paths }: OpenApi, tag: string): OpenApiOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(tag) === true)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

export const needsKey = ({ security }: OpenApiOperation): boolean => security !== undefined && security.length > 0
