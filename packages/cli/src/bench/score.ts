import { readFile } from 'node:fs/promises'
import { agree, type Reading, readingOf } from '@polyparse/compare'
import type { CompareResult, PairAgreement } from '@polyparse/contract'
import { firstOf } from '@polyparse/document/items'
import { defaultRequest, EngineFailure } from '@polyparse/engine'
import { markdownEngine } from '@polyparse/formats/markup'
import { DocumentError } from '../cli-error.ts'
import { replaceControls } from '../output.ts'

/**
 * The similarity of a provider's reading to the ground truth: overall and in text, order, tables and headings, each
 * from 0 to 1.
 */
export type Score = Omit<PairAgreement, 'providers'>

/**
 * The ground truth in a Markdown file; null when the file is empty.
 * @throws {DocumentError} when the file cannot be read.
 */
export const readTruth = async (path: string): Promise<Reading | null> => {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new DocumentError(`${replaceControls(path)}, its ground truth, cannot be read.`, { cause: error })
  })
  return readingOfMarkdown(bytes)
}

/**
 * Returns how close each provider comes to the ground truth, by its Markdown, so that both sides are read the same way. A
 * provider without Markdown has no score; one whose Markdown is empty scores 0.
 */
export const scoresOf = async (truth: Reading, { providers }: CompareResult): Promise<Record<string, Score>> => {
  const scores: [string, Score][] = []
  for (const entry of providers) {
    const markdown = entry.status === 'parsed' ? entry.result.outputs.markdown : undefined
    if (markdown === undefined) continue
    const reading = await readingOfMarkdown(Buffer.from(markdown))
    scores.push([entry.provider, reading === null ? { overall: 0 } : await scoreAgainstTruth(truth, reading)])
  }
  return Object.fromEntries(scores)
}

const scoreAgainstTruth = async (truth: Reading, reading: Reading): Promise<Score> => {
  const { pairs } = await agree([
    { provider: 'truth', reading: truth, durationMs: 0 },
    { provider: 'provider', reading, durationMs: 0 },
  ])
  const { providers: _, ...score } = firstOf(pairs)
  return score
}

/** The reading of what nobody has read. */
export const unread: Reading = { schema: 'reading/1', pages: [], tables: [], warnings: [] }

/** Both sides are one page, as the ground truth has no page breaks. */
export const readingOfMarkdown = async (bytes: Uint8Array): Promise<Reading | null> => {
  try {
    return readingOf(await markdownEngine.read(bytes, { ...defaultRequest, mediaType: 'text/markdown' }))
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}
