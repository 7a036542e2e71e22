import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { createLocalProvider, type LocalProvider } from '@polyparse/providers/composition'
import type { DirectProvider } from '@polyparse/providers/port'

export type OpenedProvider = { readonly provider: DirectProvider; readonly close: () => Promise<void> }

/** A provider of this machine with its own sandbox, which is closed together with it. */
export const openLocalProvider = async (local: LocalProvider): Promise<OpenedProvider> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-provider-'))
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory: folder, preload: false })
  const close = async (): Promise<void> => {
    await sandbox.close()
    await rm(folder, { recursive: true })
  }
  return { provider: createLocalProvider(local, { sandbox }), close }
}
