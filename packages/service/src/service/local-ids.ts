import { vendors } from '@polyparse/providers/composition'
import { auto } from '@polyparse/providers/local'
import { paddleOcr } from '@polyparse/providers/local'
import { providerA } from '@polyparse/providers/local'
import { providerB } from '@polyparse/providers/local'
import { providerC } from '@polyparse/providers/local'
import type { Settings } from '../config.ts'

export const localProviders = [auto, providerA, providerB, providerC]

/** The ids of the providers that read on this machine. */
export const localIds: readonly string[] = [...localProviders, paddleOcr].map(({ id }) => id)

/** The ids that a service with these settings knows, enabled or not; null where only its plugins and descriptions say. */
export const knownProviderIds = ({ plugins, httpProviders, providers }: Settings): readonly string[] | null =>
  plugins.length > 0 || httpProviders !== null
    ? null
    : [...localIds, ...vendors.map(({ declaration }) => declaration.id), ...providers.keys()]
