import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { cacheFolder } from '../../packages/service/test/support/test-database/cache.ts'
import { runProgram } from '../../scripts/run-program.ts'

const modules = join(import.meta.dirname, 'node_modules')
const lockFile = join(import.meta.dirname, 'package-lock.json')

/** The lock file that was installed. */
const installedLock = 'installed-lock.json'

/**
 * Where users of the client's loader have LangChain: beside the client. `npm install` removes what it has not put there, so this
 * is a link to the package; through a link to the folder around it, it would empty that.
 */
const langchain = join(import.meta.dirname, '../../packages/client/node_modules/@langchain/core')

/**
 * Installs the packages of this folder, unless they are there as the lock file has them, and puts LangChain where the client
 * finds it. Of several that are made at once, the first stays.
 */
export const installPeers = async (): Promise<void> => {
  try {
    const lock = await readFile(lockFile, 'utf8')
    if (!(await isInstalled(lock))) await install(lock)
    if (!existsSync(langchain)) await linkLangchain()
  } catch (cause) {
    throw new Error(
      'The packages of test/peers, with which some tests and checks work, could not be installed: `npm ci` needs the registry, and folders that may be written to.',
      { cause },
    )
  }
}

const isInstalled = async (lock: string): Promise<boolean> =>
  (await readFile(join(modules, installedLock), 'utf8').catch(() => null)) === lock

const install = async (lock: string): Promise<void> => {
  const made = await mkdtemp(join(await cacheFolder(), 'peers-'))
  try {
    for (const name of ['package.json', 'package-lock.json'])
      await cp(join(import.meta.dirname, name), join(made, name))
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
    const { succeeded, output } = await runProgram(['npm', 'ci', '--prefix', made, ...options])
    if (!succeeded) throw new Error(output.trim())
    await rename(join(made, 'package-lock.json'), join(made, 'node_modules', installedLock))
    if (await isInstalled(lock)) return
    await rm(modules, { recursive: true, force: true, maxRetries: 3 })
    await rename(join(made, 'node_modules'), modules)
  } finally {
    await rm(made, { recursive: true, force: true, maxRetries: 3 })
  }
}

const linkLangchain = async (): Promise<void> => {
  await mkdir(dirname(langchain), { recursive: true })
  await rm(langchain, { force: true })
  await symlink(relative(dirname(langchain), join(modules, '@langchain/core')), langchain).catch((error: unknown) => {
    if (!existsSync(langchain)) throw error
  })
}

if (import.meta.main) await installPeers()
