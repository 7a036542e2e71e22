import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './programs.ts'
import { buildImage } from './storage.ts'

/** The tag of the newest release but this one. */
const previousVersion = 'v0.1.0'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Why no image of the previous version can be built; false when one can. */
export const noPrevious = async (): Promise<string | false> => {
  try {
    await run('git', ['-C', repository, 'cat-file', '-e', `${previousVersion}^{commit}`])
    return false
  } catch {
    return `this clone has no release ${previousVersion} to upgrade from`
  }
}

export const buildPreviousImage = async (image: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-previous-'))
  try {
    const archive = join(folder, 'sources.tar')
    const sources = join(folder, 'sources')
    await mkdir(sources)
    await run('git', ['-C', repository, 'archive', '--output', archive, previousVersion])
    await run('tar', ['--extract', '--file', archive, '--directory', sources])
    await buildImage(sources, image)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
