import { pageAnswersOf } from '../../jobs/page-answers.ts'
import { newResultPath } from '../../jobs/paths.ts'
import { runParsed } from '../../jobs/transitions.ts'
import { type Begun, claimOf } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { storeResult } from '../store-result.ts'
import { askedByJob } from './asked-by-job.ts'
import { type KeptAnswer, readKeptAnswers } from './kept-answer.ts'
import { withoutAnswer } from './missing-answer.ts'
import { answersInOrder, keyOfPortions } from './portion-tree.ts'

/** A run in which a model fills a schema. */
type FillingRun = Pick<Begun, 'job' | 'run'>

/** Reads a kept filling: its portions as JSON, null before there are any, and the answers by their keys. */
export const readFilling = async (
  { database }: Pick<WorkerParts, 'database'>,
  { run }: Pick<FillingRun, 'run'>,
): Promise<{ readonly portions: string | null; readonly answers: Map<number, KeptAnswer> }> => {
  const kept = pageAnswersOf(database, claimOf(run))
  if (!(await kept.has(keyOfPortions))) return { portions: null, answers: new Map() }
  const [portions = '[]', ...answered] = await kept.all()
  return {
    portions,
    answers: new Map(readKeptAnswers(`[${answered.join(',')}]`).map((answer) => [answer.key, answer])),
  }
}

/**
 * Ends a filling that cannot go on with what the model has answered until now: that was paid for, and counts. Resolves to false
 * where it has answered nothing.
 *
 * @param why the rest has no answer
 */
export const endWithAnswered = async (parts: WorkerParts, filling: FillingRun, why: string): Promise<boolean> => {
  const { job, run } = filling
  const { portions, answers } = await readFilling(parts, filling)
  if (portions === null || ![...answers.values()].some(({ failure }) => failure === null)) return false
  const asked = askedByJob(job, run.provider, portions)
  await recordAnswers(
    parts,
    filling,
    answersInOrder(asked, answers, (portion) => withoutAnswer(portion, why)),
  )
  return true
}

export const recordAnswers = async (
  { database, blobs, clock }: WorkerParts,
  { job, run }: FillingRun,
  answers: readonly KeptAnswer[],
): Promise<void> => {
  const result = await storeResult(blobs, newResultPath(job.id), [JSON.stringify(answers)], null)
  const figures = { quality: null, warningCount: 0, doubtedPages: [], worstPage: null }
  const stored = { result, readingPath: null, pages: 0, cost: costOfAnswers(answers), ...figures }
  if (!(await runParsed(database, claimOf(run), stored, clock()))) await blobs.delete(result.path)
}

/** Adds up the cost in millionths of a US dollar. */
export const costOfAnswers = (answers: Iterable<KeptAnswer>): number =>
  Math.round([...answers].reduce((sum, { cost }) => sum + (cost ?? 0), 0) * 1_000_000)
