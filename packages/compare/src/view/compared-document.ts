import type { CompareResult, Dispute, DisputeSide, ParseResult, ProviderEntry } from '@polyparse/contract'
import { mean } from '../format.ts'
import { hueOfProvider } from './provider-hue.ts'

/**
 * A comparison as a report shows it. `place` is its 1-based position in the report, from which its anchors are made.
 */
export type ComparedDocument = {
  readonly place: number
  readonly name: string
  readonly result: CompareResult
  readonly providers: readonly ReportedProvider[]
  readonly disputes: readonly NumberedDispute[]
}

/** `hue` is by {@link hueOfProvider}. */
export type ReportedProvider = { readonly entry: ProviderEntry; readonly id: string; readonly hue: number }

/** A provider that parsed the document, with what it made of it. */
export type ParsedProvider = ReportedProvider & { readonly parsed: ParseResult }

/** A dispute with its number in the report: from 1, most severe first. */
export type NumberedDispute = { readonly number: number; readonly dispute: Dispute }

/**
 * Prepares a comparison for a report.
 *
 * @param name what the report calls the document
 * @param place its position among the comparisons of the report, from 1
 */
export const comparedDocument = (name: string, result: CompareResult, place: number): ComparedDocument => ({
  place,
  name,
  result,
  providers: result.providers.map((entry) => ({ entry, id: entry.provider, hue: hueOfProvider(entry.provider) })),
  disputes: (result.agreement?.disputes ?? [])
    .toSorted((one, other) => other.severity - one.severity)
    .map((dispute, index) => ({ number: index + 1, dispute })),
})

/** The ids of the providers of the results, in order of first appearance. */
export const providersOfResults = (results: readonly CompareResult[]): string[] => [
  ...new Set(results.flatMap(({ providers }) => providers.map(({ provider }) => provider))),
]

/** The providers that parsed the document, in the order of its result. */
export const parsedProviders = ({ providers }: Pick<ComparedDocument, 'providers'>): ParsedProvider[] =>
  providers.flatMap((provider) =>
    provider.entry.status === 'parsed' ? [{ ...provider, parsed: provider.entry.result }] : [],
  )

/**
 * The mean overall agreement of a provider with the others, from 0 to 1; null when it was compared with none, or when
 * no figure applies.
 */
export const meanAgreement = ({ agreement }: CompareResult, provider: string): number | null =>
  mean(
    (agreement?.pairs ?? []).flatMap(({ providers, overall }) =>
      providers.includes(provider) && overall !== undefined ? [overall] : [],
    ),
  )

/** The side that a side is compared with: the outlier's, or the first with another text; null when all are the same. */
export const counterpartOf = ({ outlier, sides }: Dispute, side: DisputeSide): DisputeSide | null => {
  const others = sides.filter(({ provider, text }) => provider !== side.provider && text !== side.text)
  return others.find(({ provider }) => provider === outlier) ?? others[0] ?? null
}

/** The anchors of the parts of a report. */
export const anchors = {
  document: ({ place }: ComparedDocument) => `d${place}`,
  section: ({ place }: ComparedDocument, name: string) => `d${place}-${name}`,
  page: ({ place }: ComparedDocument, page: number | null) => `d${place}-p${page ?? 'all'}`,
  dispute: ({ place }: ComparedDocument, number: number) => `d${place}-x${number}`,
  spot: ({ place }: ComparedDocument, number: number, provider: number) => `d${place}-x${number}-${provider}`,
} as const
