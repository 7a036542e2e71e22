import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { CliError } from '../cli-error.ts'
import { configFolderOf } from '../user-folders.ts'

const Login = Type.Object({ url: Type.String(), key: Type.String() })
/** The service that `polyparse login` has stored for a user, and their key for it. */
export type Login = Static<typeof Login>

const fileIn = (folder: string): string => join(folder, 'login.json')

/** @throws {CliError} when the file is there and cannot be understood */
export const readLogin = async (environment: NodeJS.ProcessEnv): Promise<Login | null> => {
  const folder = configFolderOf(environment)
  if (folder === null) return null
  const text = await readFile(fileIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw new CliError(`${fileIn(folder)} cannot be read.`, { cause: error })
  })
  if (text === null) return null
  const login = parseStoredLogin(text)
  if (!Check(Login, login)) throw new CliError(`${fileIn(folder)} is damaged: run \`polyparse login\` again.`)
  return login
}

/** Stores it for its owner alone, whole or not at all; returns the path of the file. */
export const storeLogin = async (environment: NodeJS.ProcessEnv, login: Login): Promise<string> => {
  const folder = configFolderOf(environment)
  if (folder === null) throw new CliError('There is no place for the key: HOME is not set.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written = `${fileIn(folder)}.${randomUUID()}`
  const file = await open(written, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(login)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(written, fileIn(folder))
  return fileIn(folder)
}

export const forgetLogin = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const folder = configFolderOf(environment)
  if (folder !== null) await rm(fileIn(folder), { force: true })
}

const parseStoredLogin = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
