import { auto } from '../providers/auto/auto.ts'
import { paddleOcr } from '../providers/paddle-ocr/paddle-ocr.ts'
import { providerA } from '../providers/provider-a/provider-a.ts'
import { providerB } from '../providers/provider-b/provider-b.ts'
import { providerC } from '../providers/provider-c/provider-c.ts'

export const localProviders = [auto, providerA, providerB, providerC]

/** The ids of the providers that read on this machine. */
export const localIds: readonly string[] = [...localProviders, paddleOcr].map(({ id }) => id)
