import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readerEngines } from '@polyparse/readers'
import { createSandbox, type Sandbox } from '@polyparse/sandbox'

/** A sandbox of its own, for a provider that looks at documents before it sends them. */
export const openSandbox = async (): Promise<Pick<Sandbox, 'run' | 'close'>> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-vendor-'))
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory: folder, preload: false })
  return {
    run: (engine, work, signal) => sandbox.run(engine, work, signal),
    close: async () => {
      await sandbox.close()
      await rm(folder, { recursive: true })
    },
  }
}
