import { readFile } from 'node:fs/promises'
import { judgedAgain } from '@polyparse/compare'
import { type JudgedDocument, Judgements } from '@polyparse/contract/judgements'
import type { CompareResult } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { UsageError } from '../cli-error.ts'
import { replaceControls } from '../output.ts'
import { readingOfMarkdown, unread } from './score.ts'

/** Judged documents by their names. */
export type JudgedByName = ReadonlyMap<string, JudgedDocument>

/** @throws {UsageError} when the file cannot be read, is of another kind, or has two documents of one name. */
export const readJudgements = async (path: string): Promise<JudgedByName> => {
  const shown = replaceControls(path)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--judgements: ${shown} cannot be read`, { cause: error })
  })
  const { documents } = judgementsIn(text, shown)
  const byName = Map.groupBy(documents, ({ name }) => name)
  const twice = [...byName].find(([, of]) => of.length > 1)
  if (twice !== undefined)
    throw new UsageError(`--judgements: ${shown} has more than one document named ${replaceControls(twice[0])}`)
  return new Map(documents.map((document) => [document.name, document]))
}

const judgementsIn = (text: string, shown: string): Judgements => {
  try {
    const value: unknown = JSON.parse(text)
    if (Check(Judgements, value)) return value
  } catch (error) {
    throw new UsageError(`--judgements: ${shown} is not JSON`, { cause: error })
  }
  throw new UsageError(`--judgements: ${shown} is not a file of judgements that this version reads`)
}

/** The document as its new readings are judged, by their Markdown. What a provider did not read is wrong. */
export const judgeAgain = async (document: JudgedDocument, { providers }: CompareResult): Promise<JudgedDocument> => {
  const readings = await Promise.all(
    providers.map(async (entry) => {
      const markdown = entry.status === 'parsed' ? entry.result.outputs.markdown : undefined
      const reading = markdown === undefined ? null : await readingOfMarkdown(Buffer.from(markdown))
      return [entry.provider, reading ?? unread] as const
    }),
  )
  return judgedAgain(document, new Map(readings))
}
