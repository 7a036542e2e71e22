import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from './programs.ts'
import { cacheFolder, imageExists, imageLabel, podman } from './storage.ts'

/**
 * The image that the Containerfile starts from, made of packages of Debian and npm, because where these tests run there
 * may be no registry of images. It has what the official one has: Debian, the certificates of authorities, Node and
 * npm.
 */
export const baseImage = 'docker.io/library/node:24-bookworm-slim'

const debianPackages = ['ca-certificates', 'libatomic1']
const npmPackages = [`node-linux-${process.arch}@24`, 'npm@11']

const label = 'polyparse-tests.packages'
const content = [...debianPackages, ...npmPackages].join(' ')

/** Makes the image, once per machine. */
export const makeBaseImage = async (): Promise<void> => {
  if ((await imageExists(baseImage)) && (await imageLabel(baseImage, label)) === content) return
  const folder = await mkdtemp(join(await cacheFolder(), 'base-'))
  try {
    const root = join(folder, 'root')
    await mkdir(root)
    await run('tar', ['--extract', '--file', await debian(), '--directory', root])
    await addNode(root)
    await trustWhatThisMachineTrusts(root)
    const archive = join(folder, 'root.tar')
    await run('tar', ['--create', '--file', archive, '--directory', root, '.'])
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const changes = [`ENV ${path}`, 'CMD ["node"]', `LABEL "${label}"="${content}"`]
    await podman('import', '--quiet', ...changes.flatMap((change) => ['--change', change]), archive, baseImage)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The root file system of the smallest Debian, as an archive. */
const debian = async (): Promise<string> => {
  const cache = await cacheFolder()
  const archive = join(cache, 'bookworm.tar')
  if (existsSync(archive)) return archive
  const folder = await mkdtemp(join(cache, 'debian-'))
  try {
    const root = join(folder, 'root')
    await run('debootstrap', ['--variant=minbase', `--include=${debianPackages.join(',')}`, 'bookworm', root])
    for (const path of ['var/cache/apt/archives', 'var/lib/apt/lists'])
      await rm(join(root, path), { recursive: true, force: true })
    const made = join(folder, 'made.tar')
    await run('tar', ['--create', '--file', made, '--directory', root, '.'])
    await rename(made, archive)
    return archive
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The paths that the official image uses. */
const addNode = async (root: string): Promise<void> => {
  const [bin, library] = [join(root, 'usr/local/bin'), join(root, 'usr/local/lib')]
  await run('npm', ['install', '--prefix', library, '--no-save', '--no-package-lock', ...npmPackages])
  const node = join(library, `node_modules/node-linux-${process.arch}`)
  await rename(join(node, 'bin/node'), join(bin, 'node'))
  await rm(node, { recursive: true })
  for (const name of ['npm', 'npx']) await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name))
}

/** A machine behind a proxy has a certificate for it. */
const trustWhatThisMachineTrusts = async (root: string): Promise<void> => {
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  if (!existsSync(certificates)) return
  await copyFile(certificates, join(root, certificates))
  const configuration = join(root, 'usr/local/etc/npmrc')
  await mkdir(dirname(configuration), { recursive: true })
  await writeFile(configuration, `cafile=${certificates}\n`)
}
