import type { ReactNode } from 'react'
import { pluralIn } from '../plural.ts'
import { rich } from '../rich.ts'

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
    right: 'Right in',
    recommended: 'recommended',
    nothing: 'free',
    free: 'No provider charges for this document, as far as is known.',
    unsupported: 'It does not support this kind of document, or one of the requested outputs.',
  },
  wholeReading: (name: string) => `The whole reading of ${name}`,
  page: (page: number) => `Page ${page}`,
  warningsOf: (name: string, count: number) => `${plural(count, { one: 'warning', other: 'warnings' })} of ${name}`,
  more: (count: number) => `and ${count} more`,
  rightIn: (right: number, settled: number) => `${right} of ${settled}`,
  settled: 'settled',
  skipped: 'skipped',
  skippedSentence: 'Skipped: it counts for no provider and against none.',
  notStored: 'The browser has no room to store this, so it is lost when you leave.',
  settle: {
    question: 'Which is right?',
    nothing: 'nothing is printed there',
    type: 'Something else: type what is printed',
    confirm: 'That is right',
    skip: 'Skip, it does not matter',
    undo: 'Undo',
    nobody: 'no provider',
    readBy: (names: string) => `read by ${names}`,
  },
  bar: {
    hint: 'Settle disputes to learn which provider is right: open one, press a digit to choose, T to type, S to skip.',
    progress: (settled: number, all: number) => `${settled} of ${all} settled`,
    progressName: 'Settled disputes',
    undoHint: 'Take back what was said last (U)',
    save: 'Save judgements',
    bench: 'Bench',
  },
  bench: {
    title: 'Bench',
    lead: 'How right each provider is on your own documents, by the disputes that you have settled.',
    none: 'No dispute is settled yet',
    noneHint: 'Open a comparison, settle some of its disputes, and come back. Or load a file of judgements.',
    summary: (documents: number) =>
      `On your ${plural(documents, { one: 'judged document', other: 'judged documents' })}:`,
    accuracy: 'Accuracy',
    accuracyHint: 'of the words, with 95 % confidence',
    right: 'Right in',
    of: (right: number, settled: number) => `${right} of ${settled}`,
    documents: 'Documents',
    cost: 'Cost a page',
    time: 'Time a page',
    agreement: 'Agreement',
    provider: 'Provider',
    free: 'free',
    interval: (low: string, high: string) => `${low} to ${high}`,
    explanation:
      'Accuracy takes the words that no provider disputes for right, and the disputed ones by the share of settled disputes in which a provider is right. The interval says how sure so few settled disputes can make that; it widens where a provider is right or wrong a whole document at a time.',
    overlap: (names: string) => `The intervals of ${names} overlap: settle more disputes to tell them apart.`,
    judged: 'Judged documents',
    document: 'Document',
    settled: 'Settled',
    forget: (name: string) => `Forget what you said about ${name}`,
    forgotten: (name: string) => `Forgot ${name}.`,
    save: 'Save judgements',
    load: 'Load judgements',
    loaded: (count: number) => `Loaded ${plural(count, { one: 'judged document', other: 'judged documents' })}.`,
    notLoaded: 'This is not a file of judgements.',
    keep: 'Keep judgements longer than results',
    keepHint:
      'They hold some words of your documents and are only in this browser. Without this they are forgotten with the job, or a week after the comparison.',
    commandLine: (command: ReactNode) => rich`New readings of these documents are scored by ${command}.`,
  },
}

export type DecisionMessages = typeof decision
