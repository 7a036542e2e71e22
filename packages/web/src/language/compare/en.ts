import { pluralIn } from '../plural.ts'

const plural = pluralIn('en')

/** How a comparison is decided: the verdict, the disputes that are settled, and what follows from them. */
export const decision = {
  verdicts: {
    recommended: ['Trust', ' with this document'],
    rather: ['Rather', ', but look yourself'],
    any_will_do: 'Any of them will do',
    look_yourself: 'Look yourself',
    not_compared: 'No recommendation',
  },
  decidedBy: {
    recommended: (share: string) => `Decided by ${share} agreement with the other readings.`,
    rather: (share: string) => `It agrees with the other readings to ${share} only.`,
    any_will_do: (share: string) => `The two readings that differ most agree to ${share}.`,
    look_yourself: (share: string) => `The two readings that agree most agree to ${share}.`,
    not_compared: (share: string) => `The two readings that agree most agree to ${share}.`,
  },
  failed: (names: string) => `${names} failed.`,
  unsupported: (names: string, count: number) =>
    `${names} ${count === 1 ? 'does' : 'do'} not support the document or a requested output.`,
  figures: {
    agreement: 'Agreement',
    disputes: 'Disputes',
    pages: 'Pages',
    parsedBy: 'Parsed by',
    of: (part: number, all: number) => `${part} of ${all}`,
    time: 'Time',
  },
  providerTable: {
    title: 'Providers',
    provider: 'Provider',
    agreement: 'Agreement',
    cost: 'Cost a page',
    time: 'Time a page',
    outlier: 'Outlier in',
    recommended: 'recommended',
    nothing: 'free',
    free: 'No provider charges for this document, as far as is known.',
    unsupported: 'It does not support this kind of document, or one of the requested outputs.',
  },
  wholeReading: (name: string) => `The whole reading of ${name}`,
  page: (page: number) => `Page ${page}`,
  warningsOf: (name: string, count: number) => `${plural(count, { one: 'warning', other: 'warnings' })} of ${name}`,
  more: (count: number) => `and ${count} more`,
}

export type DecisionMessages = typeof decision
