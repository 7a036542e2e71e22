import { readFile } from 'node:fs/promises'
import { Compile } from '@polyparse/document/typebox/compile'
import { serviceSettings } from '../config/service-settings.ts'
import { schemaMistakes } from '@polyparse/providers/settings'
import type { Adapter } from '@polyparse/providers/port'
import { describedAdapter } from '@polyparse/providers/composition'
import { HttpProviders, type HttpProvider } from '@polyparse/providers/composition'
import { mistakesOf } from '@polyparse/providers/composition'
import { externalAdapter } from '@polyparse/providers/composition'
import { SettingsError } from '@polyparse/providers/settings'

const { variable } = serviceSettings.httpProviders
const descriptions = Compile(HttpProviders)

/** The adapters of the parsers that a file describes. @throws {SettingsError} with all mistakes in it. */
export const loadDescriptions = async (path: string): Promise<readonly Adapter[]> =>
  (await readDescriptions(path)).map((description) => {
    const { id, name, answer } = description
    const reader = { kind: 'description', name, answer } as const
    return externalAdapter(describedAdapter(description), { variable, place: `${path} (${id})`, reader })
  })

const readDescriptions = async (path: string): Promise<readonly HttpProvider[]> => {
  const refuse = (wrong: readonly string[], cause?: unknown): never => {
    const mistakes = wrong.map((each) => ({ variable, message: `names ${path}, ${each}` }))
    throw new SettingsError(mistakes, { cause })
  }
  const content = await readFile(path, 'utf8').catch((error: unknown) =>
    refuse([`which cannot be read: ${String(error)}`], error),
  )
  const value = parseDescriptionJson(content) ?? refuse(['which is not JSON'])
  if (!descriptions.Check(value))
    return refuse(schemaMistakes(HttpProviders, value).map((wrong) => `where ${wrong.trimStart()}`))
  const more = value.flatMap((description, index) => mistakesOf(description).map((wrong) => `where /${index}${wrong}`))
  return more.length > 0 ? refuse(more) : value
}

const parseDescriptionJson = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
