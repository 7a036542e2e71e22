import type { CompareResult, Dispute, ParseResult, ProviderEntry } from '@polyparse/contract'
import { mean } from './markup/format.ts'

/** A comparison with its place in the report, from 1; the place is what its anchors are made of. */
export type ComparedDocument = {
  readonly place: number
  readonly name: string
  readonly result: CompareResult
  readonly providers: readonly ReportedProvider[]
  readonly disputes: readonly NumberedDispute[]
}

/** `hue` numbers the providers of the whole report, so that each has one colour in all of it. */
export type ReportedProvider = { readonly entry: ProviderEntry; readonly id: string; readonly hue: number }

export type ParsedProvider = ReportedProvider & { readonly parsed: ParseResult }

/** Numbered from 1, most serious first. */
export type NumberedDispute = { readonly number: number; readonly dispute: Dispute }

export const comparedDocument = (
  name: string,
  result: CompareResult,
  place: number,
  hues: ReadonlyMap<string, number>,
): ComparedDocument => ({
  place,
  name,
  result,
  providers: result.providers.map((entry) => ({ entry, id: entry.provider, hue: hues.get(entry.provider) ?? 0 })),
  disputes: (result.agreement?.disputes ?? [])
    .toSorted((one, other) => other.severity - one.severity)
    .map((dispute, index) => ({ number: index + 1, dispute })),
})

/** A number for each provider of the results, in the order in which they first come. */
export const huesOf = (results: readonly CompareResult[]): Map<string, number> =>
  new Map(
    [...new Set(results.flatMap(({ providers }) => providers.map(({ provider }) => provider)))].map((id, hue) => [
      id,
      hue,
    ]),
  )

export const parsedOf = ({ providers }: Pick<ComparedDocument, 'providers'>): ParsedProvider[] =>
  providers.flatMap((provider) =>
    provider.entry.status === 'parsed' ? [{ ...provider, parsed: provider.entry.result }] : [],
  )

/** How far a provider agrees with the others on average; null where that is not known. */
export const agreementOf = ({ agreement }: CompareResult, provider: string): number | null =>
  mean(
    (agreement?.pairs ?? []).flatMap(({ providers, overall }) =>
      providers.includes(provider) && overall !== undefined ? [overall] : [],
    ),
  )

/** Where a page of the document, or a place in one provider's text, is found in the report. */
export const anchors = {
  document: ({ place }: ComparedDocument) => `d${place}`,
  section: ({ place }: ComparedDocument, name: string) => `d${place}-${name}`,
  page: ({ place }: ComparedDocument, page: number | null) => `d${place}-p${page ?? 'all'}`,
  dispute: ({ place }: ComparedDocument, number: number) => `d${place}-x${number}`,
  spot: ({ place }: ComparedDocument, number: number, provider: number) => `d${place}-x${number}-${provider}`,
} as const
