import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Debian keeps some of these outside the path of plain shells. */
const path = [process.env['PATH'] ?? '', '/usr/sbin', '/sbin'].join(delimiter)

const execute = promisify(execFile)

/** Runs a program to its end; the error of a failed program holds all its output. */
export const run = async (
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ stdout: string; stderr: string }> =>
  execute(program, words, { env: { ...process.env, ...environment, PATH: path }, maxBuffer: 64 * 1024 ** 2 })

const isInstalled = (name: string): boolean =>
  path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** Debian's packages have the same names. */
const programs = ['buildah', 'podman', 'runc', 'debootstrap']
const missing = programs.filter((name) => !isInstalled(name))

const whyNot = (): string | false => {
  if (process.platform !== 'linux') return 'containers are made on Linux'
  if (missing.length > 0) return `there is no ${missing.join(', no ')} (apt-get install ${programs.join(' ')})`
  if (process.getuid?.() !== 0) return 'a base image is made by root'
  return false
}

/** Why tests that build and run images are skipped; false when they are not. */
export const noContainers = whyNot()
