import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { CliError } from '../cli-error.ts'

/** A package in a folder, as npm has installed it. */
export type FetchedPackage = {
  readonly folder: string
  readonly package: string
  readonly version: string
  /** The registry's own checksum of it, which npm has verified. */
  readonly integrity: string
  readonly license: string | null
}

type Fetching = { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal }

/**
 * Fetches the package of the trained data of a language into an empty folder. npm does it: so it comes from the registry
 * that npm is configured with, with its proxies and credentials, and npm verifies its checksum. No script of it runs.
 * @throws {CliError} that says what to do.
 */
export const fetchPackage = async (
  language: string,
  folder: string,
  { environment, signal }: Fetching,
): Promise<FetchedPackage> => {
  const name = `@tesseract.js-data/${language}`
  // A folder of its own has no settings of the project from which the command is run, but its registry may be set there.
  const registry = (await npm(['config', 'get', 'registry'], { environment, signal })).stdout.trim()
  const { stdout, failed } = await npm(
    ['install', `${name}@^1.0.0`, `--registry=${registry}`, `--prefix=${folder}`, ...buildNpmFlags(folder)],
    { environment, signal },
  )
  if (failed) throw explainNpmFailure(stdout, { language, name, registry })
  const lock: unknown = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
  const entry = Check(Lock, lock) ? lock.packages[`node_modules/${name}`] : undefined
  if (entry?.integrity === undefined || !entry.integrity.startsWith('sha512-'))
    throw new CliError(`The registry ${registry} has no SHA-512 checksum of ${name}: nothing was installed.`)
  const { version, integrity, license = null } = entry
  return { folder: join(folder, 'node_modules', name), package: name, version, integrity, license }
}

const buildNpmFlags = (folder: string): string[] => [
  `--cache=${join(folder, 'cache')}`,
  '--global=false',
  '--ignore-scripts',
  // A registry may name files on other hosts, from which nothing is fetched.
  '--replace-registry-host=always',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=120000',
  '--loglevel=silent',
  '--json',
]

const Lock = Type.Object({
  packages: Type.Record(
    Type.String(),
    Type.Object({
      version: Type.String(),
      integrity: Type.Optional(Type.String()),
      license: Type.Optional(Type.String()),
    }),
  ),
})

const npm = (
  words: readonly string[],
  { environment, signal }: Fetching,
): Promise<{ readonly stdout: string; readonly failed: boolean }> =>
  new Promise((resolve, reject) => {
    execFile('npm', words, { env: environment, signal, maxBuffer: 16 * 1024 ** 2 }, (error, stdout) => {
      if (error === null || typeof error.code === 'number') return resolve({ stdout, failed: error !== null })
      reject(
        error.code === 'ENOENT'
          ? new CliError('Languages are fetched with npm, which is not installed or not in the PATH.', { cause: error })
          : error,
      )
    })
  })

const NpmFailure = Type.Object({ error: Type.Object({ code: Type.String(), summary: Type.Optional(Type.String()) }) })

/** Codes of npm and Node for a registry that does not answer. */
const unreachable =
  /^(?:E?(?:AI_AGAIN|NOTFOUND|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/

type LanguagePackage = { readonly language: string; readonly name: string; readonly registry: string }

const explainNpmFailure = (stdout: string, { language, name, registry }: LanguagePackage): CliError => {
  const failure = parseNpmOutput(stdout)
  const code = Check(NpmFailure, failure) ? failure.error.code : ''
  if (code === 'E404' || code === 'ETARGET')
    return new CliError(
      `The registry ${registry} has no package ${name}. Trained data of other origin can be copied into the folder of the languages, as ${language}.traineddata.`,
    )
  if (code === 'EINTEGRITY')
    return new CliError(`What the registry ${registry} sent of ${name} has another checksum: nothing was installed.`)
  if (unreachable.test(code))
    return new CliError(
      `The registry ${registry} cannot be reached, and languages are fetched from nowhere else. npm_config_registry names another one; on a machine without network, copy ${language}.traineddata.gz into the folder of the languages.`,
    )
  const why = Check(NpmFailure, failure) ? `: ${code} ${failure.error.summary ?? ''}`.trimEnd() : ''
  return new CliError(`npm could not fetch ${name} from ${registry}${why}.`)
}

const parseNpmOutput = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
