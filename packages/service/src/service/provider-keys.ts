import { createProviderKeys, type ProviderKeys } from '../accounts/provider-keys.ts'
import type { Settings } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Adapter } from '@polyparse/providers/port'
import { openSecretBox } from './secret-box.ts'
import { builtInAdapters, keyedAdapterOf } from './vendors.ts'

/** The keys that accounts have of their own, encrypted as the settings say. */
export const openProviderKeys = (
  settings: Settings,
  database: Database,
  moreAdapters: readonly Adapter[] = [],
): ProviderKeys =>
  createProviderKeys({
    database,
    box: openSecretBox(settings),
    adapterOf: keyedAdapterOf(settings, [...builtInAdapters, ...moreAdapters]),
  })
