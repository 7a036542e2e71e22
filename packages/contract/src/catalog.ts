import { OutputId } from '@polyparse/document/schema'
import { Type, type Static } from 'typebox'

/** What a provider declares it can do; the shape of section 2.5 of the interface. */
export const Capabilities = Type.Object(
  {
    execution: Type.Enum(['sync', 'async'], {
      description: 'Whether the service behind answers in one call. It changes nothing for callers.',
    }),
    features: Type.Array(Type.Enum(['blocks', 'confidence', 'page-selection'])),
    outputs: Type.Array(OutputId),
  },
  { title: 'Capabilities' },
)

export const CatalogEntry = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    capabilities: Capabilities,
    mediaTypes: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The types of documents that it reads, as detected from their bytes; absent where it is not enabled.',
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'JSON Schema of its `providerOptions`; absent where the service behind checks them.',
      }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          bytes: Type.Optional(Type.Integer({ minimum: 1, description: 'The largest document.' })),
          pages: Type.Optional(Type.Integer({ minimum: 1, description: 'The most pages at once.' })),
        },
        { description: 'What the service behind takes, where that is less than this one takes.' },
      ),
    ),
    default: Type.Boolean({ description: 'Used when a parse job names no provider.' }),
    enabled: Type.Boolean(),
    missing: Type.Optional(Type.String({ description: 'The setting that would enable the provider.' })),
  },
  { title: 'CatalogEntry' },
)

export const Catalog = Type.Object({ providers: Type.Array(CatalogEntry) }, { title: 'Catalog' })

export type Capabilities = Static<typeof Capabilities>
export type CatalogEntry = Static<typeof CatalogEntry>
export type Catalog = Static<typeof Catalog>
