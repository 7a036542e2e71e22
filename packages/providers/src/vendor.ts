import { outputIds } from '@polyparse/document/schema'
import type { Sandbox } from '@polyparse/sandbox'
import type { VendorAnswers } from './vendor-answers.ts'
import type { ParseSource, Price, Provider, RemoteProvider } from './provider.ts'
import { neutralName } from './vendor-media-types.ts'
import type { SettingValues } from './setting.ts'
import type { VendorSettings } from './vendor-settings.ts'

/** The operator's settings for a vendor, under the names of its declaration. */
export type VendorAccess<Settings extends VendorSettings = VendorSettings> = SettingValues<Settings> & {
  /** '' when the vendor requires none. */
  readonly key: string
  readonly baseUrl: string
  readonly whenUnknown: RemoteProvider['whenUnknown']
  /** Overrides the vendor's own limit. */
  readonly requestsPerSecond?: number
}

export type VendorParts = { readonly sandbox: Pick<Sandbox, 'run'>; readonly answers: VendorAnswers }

/** The facts about a vendor before it is enabled. Every process loads them, so they import no adapter. */
export type VendorDeclaration<Settings extends VendorSettings = VendorSettings> = Pick<
  Provider,
  'id' | 'name' | 'capabilities'
> & {
  readonly settings: Settings
  /** Settings without which the vendor is not enabled. The catalog names the first that is missing. */
  readonly needs: readonly (keyof Settings & string)[]
  /**
   * An estimate of what the vendor charges for a page in the mode that the adapter requests by default; null if it does
   * not charge. It serves to keep ceilings, not to write bills: only the prices of Mistral and of LlamaParse's credits
   * were checked. The operator sets the real ones (`POLYPARSE_PROVIDER_PRICES`).
   */
  readonly price: Price | null
  /**
   * The action when an outcome is unknown and the operator has not decided. By default `fail`, because most vendors
   * charge.
   */
  readonly whenUnknown?: RemoteProvider['whenUnknown']
  /** False where more than the key says who asks, so that an account cannot have a key of its own. Default: true. */
  readonly accountKeys?: boolean
}

export type VendorAdapter<Settings extends VendorSettings = VendorSettings> = {
  readonly declaration: VendorDeclaration<Settings>
  /** `access` has the values of the declared settings. */
  create(access: VendorAccess<Settings>, parts: VendorParts): RemoteProvider
}

/** All outputs that the service can make from a document with blocks and their places; `fields` need more than that. */
export const everyOutput: Provider['capabilities']['outputs'] = outputIds.filter((id) => id !== 'fields')

/**
 * The credentials that most vendors take; none where there is no key.
 * @example bearer('secret') // { authorization: 'Bearer secret' }
 */
export const bearer = (key: string): Readonly<Record<string, string>> =>
  key === '' ? {} : { authorization: `Bearer ${key}` }

/** The document in the form that vendors get. */
export const neutralSource = (source: ParseSource): ParseSource => ({
  ...source,
  filename: neutralName(source.mediaType),
})

/**
 * The pause before the next poll of work on so many pages; `asked` is the pause that the vendor asks for.
 * @example pollPauseSeconds(3) // 2
 */
export const pollPauseSeconds = (pages: number | null, asked = 0): number =>
  Math.max(asked, Math.min(10, Math.max(2, (pages ?? 20) / 10)))

/** Pages of a list: the newest work is on the first ones. */
const maxListPages = 10

/** The first entry of this kind in a list that a vendor gives page by page; null where there is none. */
export const findInLists = async <Item>(
  readPage: (next: string | null) => Promise<{ readonly items: readonly Item[]; readonly next: string | null }>,
  isOurs: (item: Item) => boolean,
): Promise<Item | null> => {
  let next: string | null = null
  for (let page = 0; page < maxListPages; page += 1) {
    const listed = await readPage(next)
    const found = listed.items.find(isOurs)
    if (found !== undefined) return found
    if (listed.next === null) return null
    next = listed.next
  }
  return null
}

/** Lets a deletion succeed of something that is gone already. */
export const unlessGone = (error: unknown): void => {
  const isGone = typeof error === 'object' && error !== null && 'gone' in error && error.gone === true
  if (!isGone) throw error
}
