import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Beyond this the size hardly shrinks and the time multiplies. */
const brotliQuality = 9

/** Puts `NAME.br` and `NAME.gz` beside each file that becomes smaller by compression, so that serving it needs none. */
export const compressFiles = async (folder: string): Promise<void> => {
  const names = await Array.fromAsync(glob('**/*.{js,mjs,css,html,json,svg,wasm,icc}', { cwd: folder }))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      const small = (packed: Buffer) => packed.length < bytes.length * 0.95
      const [br, gz] = await Promise.all([
        brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
        zip(bytes, { level: 9 }),
      ])
      if (small(br)) await writeFile(`${path}.br`, br)
      if (small(gz)) await writeFile(`${path}.gz`, gz)
    }),
  )
}
