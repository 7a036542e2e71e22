import { Type, type Static } from '@polyparse/document/typebox'

const dollarRange = { minimum: 0, maximum: 1_000_000 }

/** The price per page in US dollars, as far as it is known. */
export const Price = Type.Object(
  {
    perPage: Type.Number(dollarRange),
    /** The price of a credit, for a vendor that tells how many it has charged. */
    perCredit: Type.Optional(Type.Number(dollarRange)),
    /** If one of the vendor's options changes the price: the prices by the value of that option. */
    byOption: Type.Optional(
      Type.Object(
        { option: Type.String({ minLength: 1 }), prices: Type.Record(Type.String(), Type.Number(dollarRange)) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type Price = Readonly<Static<typeof Price>>

/** The price for the options of the request. An unknown value of a priced option counts as the most expensive. */
export const pricePerPage = (
  { price }: { readonly price?: Price },
  { options }: { readonly options: Readonly<Record<string, unknown>> },
): number => {
  if (price === undefined) return 0
  const { option, prices } = price.byOption ?? {}
  const chosen = option === undefined ? undefined : options[option]
  if (prices === undefined || chosen === undefined) return price.perPage
  const known = typeof chosen === 'string' && Object.hasOwn(prices, chosen) ? prices[chosen] : undefined
  return known ?? Math.max(price.perPage, ...Object.values(prices))
}
