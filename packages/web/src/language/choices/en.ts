import { pluralIn } from '../plural.ts'

const plural = pluralIn('en')
const number = new Intl.NumberFormat('en')

/** Of the choices in the workbench: what they cost, and presets of them. */
export const choicesEn = {
  estimate: {
    title: 'Before you pay',
    counting: 'Counting pages …',
    perPage: (prices: string) => `A page costs about: ${prices}.`,
    provider: 'Provider',
    pagesAndPrice: 'Pages and price of a page',
    cost: 'Cost',
    inAll: 'In all',
    about: (cost: string) => `about ${cost}`,
    atMost: (cost: string) => `at most ${cost}`,
    saved: (cost: string) => `The chosen pages save about ${cost}.`,
    bySize: (count: number) =>
      `The pages of ${plural(count, { one: 'document', other: 'documents' })} are guessed from the size: they are known when they are read.`,
    unknown: (count: number) =>
      `${plural(count, { one: 'document', other: 'documents' })} at a URL not included: the pages are unknown until the service has fetched it.`,
    escalation: 'Only pages that the first provider is not sure of are paid for.',
    exceeded: {
      paidPagesPerDay: ({ maximum, left, needed }: { maximum: number; left: number; needed: number }) =>
        `Of ${plural(maximum, { one: 'page', other: 'pages' })} a day for providers that charge, ${number.format(left)} are left, and about ${number.format(needed)} are needed. What exceeds them will be refused.`,
      paidCostPerJob: ({ document, cost, maximum }: { document: string; cost: string; maximum: string }) =>
        `A job may cost ${maximum}, and ${document} would cost about ${cost}. It will be refused.`,
      pagesPerDay: (maximum: number) =>
        `This API key may have ${plural(maximum, { one: 'page', other: 'pages' })} read a day, and has used them. The job will be refused.`,
      pages: ({ provider, document, maximum }: { provider: string; document: string; maximum: number }) =>
        `${provider} reads at most ${plural(maximum, { one: 'page', other: 'pages' })}, and ${document} has more.`,
      bytes: ({ provider, document, maximum }: { provider: string; document: string; maximum: string }) =>
        `${provider} reads at most ${maximum}, and ${document} is larger.`,
    },
    change: {
      paidPagesPerDay:
        'Choose fewer pages, fewer providers or one that is free; tomorrow (UTC) there are new ones. The operator sets the limit with POLYPARSE_PAID_PAGES_PER_DAY.',
      paidCostPerJob:
        'Choose fewer pages, fewer providers or one that is free. The operator sets the limit with POLYPARSE_PAID_COST_PER_JOB.',
      pagesPerDay: 'Use another key, or wait until tomorrow (UTC).',
      pages: 'Choose some of its pages, or another provider.',
      bytes: 'Choose another provider.',
    },
    exceedsLimit: 'exceeds a limit',
    costUnknown: 'cost unknown',
    chooseLess: 'Choose fewer pages or another provider',
  },
  presets: {
    title: 'Preset',
    none: 'none',
    isDefault: (name: string) => `${name} (default)`,
    save: 'Save as preset',
    saved: (name: string) => `Saved ${name}.`,
    name: 'Name of the preset',
    store: 'Save',
    rename: 'Rename',
    delete: 'Delete',
    deleted: (name: string) => `Deleted ${name}.`,
    restore: (name: string) => `Restore ${name}`,
    makeDefault: 'Use by default',
    noDefault: 'No longer by default',
    link: 'Copy link',
    theLink: 'the link',
    cancel: 'Cancel',
    nameTaken: 'There is a preset of this name; saving replaces it.',
    adopted: (name: string) => `The preset ${name} of the link is chosen.`,
    nothingSent: 'Nothing was sent. Look at the choices before you start.',
    keep: 'Keep it in this browser',
    dismiss: 'Close',
    invalid: 'The link holds no preset that this service understands.',
    invalidWhy: 'It may be cut off, or come from a newer version.',
    lacking: {
      provider: (id: string) => `${id} is not available on this service.`,
      output: (output: string) => `The output ${output} is not offered by these providers.`,
      option: (id: string, option: string) =>
        `${id}: the option ${option} is unknown here, or its value is not allowed.`,
    },
    unchecked: (id: string, options: string) =>
      `The link has options for ${id}, which go to the vendor unchanged and cannot be checked here: ${options}. They are left out.`,
    adoptThem: 'Use them too',
  },
}

export type ChoicesMessages = typeof choicesEn
