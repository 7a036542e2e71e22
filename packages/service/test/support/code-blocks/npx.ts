import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const command = join(import.meta.dirname, '../../../../cli/bin/polyparse.js')

/** Puts an `npx` into the folder that knows only `polyparse`, finds it at once, and asks no registry. */
export const writeNpx = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const script = `#!/bin/sh\ntest "$1" = polyparse && shift && exec '${process.execPath}' '${command}' "$@"\n`
  await writeFile(join(folder, 'npx'), script, { mode: 0o755 })
}
