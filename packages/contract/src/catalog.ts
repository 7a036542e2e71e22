import { OutputId } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'

/** The capabilities that a provider declares; the shape of section 2.5 of the interface. */
export const Capabilities = Type.Object(
  {
    execution: Type.Enum(['sync', 'async'], {
      description: '`sync` if the service behind the provider answers in one call. It makes no difference to callers.',
    }),
    features: Type.Array(Type.Enum(['blocks', 'confidence', 'page-selection', 'handwriting'])),
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
        description: 'The media types that it reads, as detected from the bytes; absent when it is not enabled.',
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'JSON Schema of its `providerOptions`; absent when the vendor checks them.',
      }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          bytes: Type.Optional(Type.Integer({ minimum: 1, description: 'The maximum size of a document.' })),
          pages: Type.Optional(Type.Integer({ minimum: 1, description: 'The maximum number of pages.' })),
        },
        { description: 'The limits of the vendor, where they are lower than those of this service.' },
      ),
    ),
    price: Type.Optional(
      Type.Object(
        {
          currency: Type.Literal('USD'),
          perPage: Type.Number({ minimum: 0, description: 'The price with the default options.' }),
          byOption: Type.Optional(
            Type.Object(
              { option: Type.String(), prices: Type.Record(Type.String(), Type.Number({ minimum: 0 })) },
              { description: 'The option that changes the price, and the price per page for each of its values.' },
            ),
          ),
        },
        {
          description:
            'The price of the vendor, as far as the operator has stated it; absent where nothing is charged.',
        },
      ),
    ),
    derived: Type.Optional(
      Type.Boolean({
        description: 'True if it reads with the same engines as others, so that a `compare` has to name it.',
      }),
    ),
    default: Type.Boolean({ description: 'Used when a parse job names no provider.' }),
    enabled: Type.Boolean(),
    missing: Type.Optional(Type.String({ description: 'The setting that would enable the provider.' })),
  },
  { title: 'CatalogEntry' },
)

export const Catalog = Type.Object(
  {
    providers: Type.Array(CatalogEntry),
    maxUploadBytes: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The maximum size of a document in bytes, uploaded or at a URL.' }),
    ),
    pageImageSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The time for which images of pages are kept after the end of their job, in seconds; 0: none are made.',
      }),
    ),
  },
  { title: 'Catalog' },
)

export type Capabilities = Static<typeof Capabilities>
export type CatalogEntry = Static<typeof CatalogEntry>
export type Catalog = Static<typeof Catalog>
