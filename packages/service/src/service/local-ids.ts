import { auto } from '@polyparse/providers/local'
import { paddleOcr } from '@polyparse/providers/local'
import { providerA } from '@polyparse/providers/local'
import { providerB } from '@polyparse/providers/local'
import { providerC } from '@polyparse/providers/local'

export const localProviders = [auto, providerA, providerB, providerC]

/** The ids of the providers that read on this machine. */
export const localIds: readonly string[] = [...localProviders, paddleOcr].map(({ id }) => id)
