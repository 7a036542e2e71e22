import { execFile } from 'node:child_process'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const execute = promisify(execFile)

/** Why no machine can be made here; null when one can. */
export const whyNoMachine = async (): Promise<string | null> => {
  if (process.getuid?.() !== 0) return 'a machine in a folder is made by root'
  for (const program of ['debootstrap', 'unshare', 'chroot', 'git'])
    if (!(await isThere(program))) return `there is no ${program}`
  if ((await debianMirror()) === null) return 'apt names no Debian archive'
  return null
}

const isThere = (program: string): Promise<boolean> =>
  execute(program, ['--version']).then(
    () => true,
    () => false,
  )

/** Where this machine's own packages come from. */
const debianMirror = async (): Promise<string | null> => {
  try {
    const { stdout } = await execute('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
    return stdout.split('\n').find((url) => /\/debian\/?$/.test(url)) ?? null
  } catch {
    return null
  }
}

/** A Debian with only the required packages, made once in a run, in a folder that only this user can enter. */
export const baseSystem = async (release: string): Promise<string> => {
  const kept = join(tmpdir(), `polyparse-base-systems-${process.getuid?.()}`)
  const [folder, unfinished] = [join(kept, release), join(kept, `${release}.${process.pid}`)]
  const isKept = await access(folder).then(
    () => true,
    () => false,
  )
  if (isKept) return folder
  await mkdir(kept, { recursive: true, mode: 0o700 })
  await rm(unfinished, { recursive: true, force: true })
  await execute('debootstrap', ['--variant=minbase', release, unfinished, (await debianMirror()) ?? ''], {
    maxBuffer: 2 ** 26,
  })
  await rename(unfinished, folder)
  return folder
}
