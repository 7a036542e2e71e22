import type { Sandbox } from '@polyparse/sandbox'
import type { SettingTable, SettingValues } from './setting.ts'
import type { Price, Provider, RemoteProvider } from './provider.ts'
import type { AnswerThreads } from './vendor-answers.ts'

/** The facts about an adapter before it is enabled. */
export type AdapterDeclaration = Pick<Provider, 'id' | 'name' | 'capabilities'> & {
  readonly settings: SettingTable
  /** Settings without which it is not enabled. The catalog names the first that is missing. */
  readonly needs: readonly string[]
  /** The estimate of its charges; null if it charges nothing. */
  readonly price: Price | null
  /** The action when an outcome is unknown and the operator has not decided; by default `fail`. */
  readonly whenUnknown?: RemoteProvider['whenUnknown']
  /** True if an account can have a key of its own in place of the setting `key`. Default: if there is that setting. */
  readonly accountKeys?: boolean
}

/**
 * Tells whether an account can have a key of its own for it.
 * @example takesAccountKeys({ settings: {}, accountKeys: false }) // false
 */
export const takesAccountKeys = ({ settings, accountKeys = true }: AdapterDeclaration): boolean =>
  accountKeys && 'key' in settings

/** A way to make a provider of the operator's settings. */
export type Adapter = {
  readonly declaration: AdapterDeclaration
  /** The module or file that it comes from; null: the service itself. */
  readonly origin: string | null
  /** `values` are those of the declared settings, with all that it needs. */
  readonly open: (values: AdapterValues, parts: AdapterParts) => Promise<Provider>
}

export type AdapterValues = SettingValues<SettingTable>

export type AdapterParts = {
  readonly sandbox: Pick<Sandbox, 'run'>
  readonly answers: AnswerThreads
  readonly whenUnknown: RemoteProvider['whenUnknown']
}
