import { Type, type Static } from '@polyparse/document/typebox'

const dollars = { minimum: 0, maximum: 1_000_000 }

/** The price per page in US dollars, as far as it is known. */
export const Price = Type.Object(
  {
    perPage: Type.Number(dollars),
    /** Of a vendor that tells how many credits it has charged. */
    perCredit: Type.Optional(Type.Number(dollars)),
    /** If one of the vendor's options changes the price: the prices by the value of that option. */
    byOption: Type.Optional(
      Type.Object(
        { option: Type.String({ minLength: 1 }), prices: Type.Record(Type.String(), Type.Number(dollars)) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Price = Readonly<Static<typeof Price>>
