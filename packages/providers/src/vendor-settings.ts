import { address, integerSetting, type Setting, type SettingTable } from './setting.ts'

/** The settings of one vendor: those that every vendor has, and its own under names of its own. */
export type VendorSettings = SettingTable & {
  /** A secret. */
  readonly key: Setting<string>
  /** The URL without a trailing slash. */
  readonly baseUrl: Setting<string>
}

/** The price of a million tokens of one kind; 0 where the vendor charges nothing. */
export const tokenPrice = (variable: string, help: string): Setting<number> => ({
  variable,
  allowed: 'an amount in US dollars, as in `2.50`',
  parse: (written) => (/^\d{1,5}(?:\.\d{1,6})?$/.test(written) ? Number(written) : null),
  default: '',
  help,
})

/** A setting that is written in characters of a pattern. */
export const patternSetting = (variable: string, pattern: RegExp, allowed: string, help: string): Setting<string> => ({
  variable,
  allowed,
  parse: (value) => (pattern.test(value) ? value : null),
  default: '',
  help,
})

/** The API key of a vendor, which enables its provider. */
export const vendorKey = (variable: string, provider: string): Setting<string> =>
  patternSetting(
    variable,
    /^\S+$/,
    'a key without spaces',
    `The key that enables the provider \`${provider}\`, which sends documents to its vendor.`,
  )

/** The base URL of a vendor that has an address of its own. */
export const vendorBaseUrl = (variable: string, provider: string, own: string): Setting<string> => ({
  variable,
  ...address('http:', 'https:'),
  default: own,
  help: `The base URL of \`${provider}\`: the vendor itself, another of its regions, or a proxy of yours.`,
})

/** The base URL of a vendor whose address only the operator knows. */
export const operatorBaseUrl = (variable: string, help: string): Setting<string> => ({
  variable,
  ...address('http:', 'https:'),
  default: '',
  help,
})

/** The key of a server that knows none itself, but may be behind a proxy that does. */
export const proxyKey = (variable: string, provider: string): Setting<string> => ({
  ...vendorKey(variable, provider),
  help: `The bearer token of a proxy before \`${provider}\`, which itself requires no key.`,
})

/** Returns how long a server that answers a submit with the result may take for it. */
export const answerSeconds = (variable: string) =>
  ({
    variable,
    ...integerSetting(1, 86_400),
    default: '1800',
    help: 'The seconds it may take for a document; after that, the outcome is unknown.',
  }) as const
