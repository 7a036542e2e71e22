import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { run } from './programs.ts'

/** Images and containers of these tests are kept apart from those of the user, which may have the same names. */
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'polyparse-tests', 'containers')
const storage = ['--root', join(cache, 'storage'), '--runroot', '/run/polyparse-tests']

/** A folder that is kept between runs. */
export const cacheFolder = async (): Promise<string> => {
  await mkdir(cache, { recursive: true })
  return cache
}

/** The standard output of the command. */
export const podman = async (...words: readonly string[]): Promise<string> =>
  (await run('podman', [...storage, ...words])).stdout.trim()

/** All that a container has written. */
export const logsOf = async (container: string): Promise<string> => {
  const { stdout, stderr } = await run('podman', [...storage, 'logs', container])
  return stdout + stderr
}

/**
 * Builds an image from a folder as its Containerfile says, without asking any registry of images. Steps whose input is
 * the same as in a build of the last hours are not repeated.
 */
export const buildImage = async (folder: string, image: string): Promise<void> => {
  await podman('image', 'prune', '--force', '--filter', 'until=12h')
  const file = join(folder, 'deploy/Containerfile')
  const how = ['--layers', '--isolation=chroot', '--pull-never', '--format=docker', `--ignorefile=${file}.dockerignore`]
  await run('buildah', [...storage, 'bud', ...how, '--file', file, '--tag', image, folder])
}

/** Uncompressed, with the images below it. */
export const imageBytes = async (image: string): Promise<number> =>
  Number(await podman('image', 'inspect', '--format', '{{.Size}}', image))

export const imageLabel = (image: string, label: string): Promise<string> =>
  podman('image', 'inspect', '--format', `{{index .Labels "${label}"}}`, image)

export const imageExists = async (image: string): Promise<boolean> => {
  try {
    await podman('image', 'exists', image)
    return true
  } catch {
    return false
  }
}
