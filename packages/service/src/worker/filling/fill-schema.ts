import {
  classificationQuestion,
  extractionQuestion,
  type PortionQuestion,
  parseExtractionSchema,
  portionsOfPages,
} from '@polyparse/extraction'
import { type ParseRequest, ProviderFailure, someAtOnce } from '@polyparse/providers/port'
import type { Logger } from 'pino'
import { costOfOtherRuns, purposesOfModel } from '../../jobs/filling.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { pageAnswersOf } from '../../jobs/page-answers.ts'
import { lockJob, runHandedBack } from '../../jobs/transitions.ts'
import { readQuestionPages } from '../escalation/end.ts'
import { judge } from '../failure.ts'
import { type Begun, claimOf } from '../outcomes.ts'
import { parseRequest } from '../parse-request.ts'
import type { WorkerParts } from '../parts.ts'
import { withKeyOfAccount } from '../remote/account-key.ts'
import { callProvider } from '../remote/call.ts'
import type { RemoteRun } from '../remote/remote-run.ts'
import { expectedCharge, requireSpendingRoom, spend } from '../remote/spending.ts'
import { askedByJob } from './asked-by-job.ts'
import { costOfAnswers, endWithAnswered, readFilling, recordAnswers } from './kept-filling.ts'
import { pagesOfPortion, withoutAnswer } from './missing-answer.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { answersInOrder, type AskedPortion, keyOfPortions, partsOfPortion } from './portion-tree.ts'

/** Portions that a model is asked about at the same time. */
const portionsAtOnce = 4
/** Seconds for one answer, the pictures of its pages included. */
const answerSeconds = 660
/** Seconds after which no further portion is asked about, so that other work gets its turn. */
const turnSeconds = 120
/** Seconds before a model that has failed for a while is asked again, where it does not say. */
const pauseSeconds = 10
/** Seconds for all answers, where the job does not say. */
const usualDeadlineSeconds = 24 * 3600

type Filling = Begun & Pick<RemoteRun, 'provider'> & { readonly logger: Logger }

/**
 * Has a model fill the schema of a job, give its labels, or both, portion by portion. Each answer is kept as it comes, so that no portion is asked about again,
 * whatever happens to the process. If it fails for good, the answers so far count.
 */
export const fillSchema = async (parts: WorkerParts, filling: Filling, signal: AbortSignal): Promise<void> => {
  try {
    await askAboutPortions(parts, filling, signal)
  } catch (error) {
    signal.throwIfAborted()
    const { code, message, retryInSeconds } = judge(error, filling.run)
    if (retryInSeconds !== null || !(await endWithAnswered(parts, filling, message))) throw error
    filling.logger[code === 'internal_error' ? 'error' : 'info']({ err: error, code }, 'a model has not answered all')
  }
}

const askAboutPortions = async (parts: WorkerParts, given: Filling, signal: AbortSignal): Promise<void> => {
  const { database } = parts
  const { job, run } = given
  const provider = await withKeyOfAccount(parts, given.provider, { accountId: job.accountId, withAccountKey: null })
  const work = { ...given, provider }
  requireTimeLeft(parts, work)
  const request = parseRequest(parts, work, provider)
  const known = await readFilling(parts, work)
  const portions = known.portions ?? (await writePortions(parts, work, request, signal))
  const { answers } = known
  const asked = askedByJob(job, run.provider, portions)
  const spentBefore = parts.limits.spending.costPerJob === null ? 0 : await costOfOtherRuns(database, run)
  const ask = portionAsker(parts, work, { request, answers, spentBefore, signal })

  const endAt = performance.now() + turnSeconds * 1000
  let isLeft = false
  const settle = async (one: AskedPortion): Promise<void> => {
    isLeft ||= performance.now() >= endAt && !answers.has(one.key)
    if (isLeft) return
    const answer = answers.get(one.key) ?? (await ask(one))
    answers.set(one.key, answer)
    request.onProgress?.({ done: Math.min(answers.size, asked.length), total: asked.length })
    for (const part of partsOfPortion(one, answer)) await settle(part)
  }
  const before = answers.size
  try {
    // Each answer is counted before the next question if there is a limit on the cost of the job.
    await someAtOnce(asked, parts.limits.spending.costPerJob === null ? portionsAtOnce : 1, settle)
  } catch (error) {
    signal.throwIfAborted()
    // A long document is asked about for long: what passes counts as no failure of the run as long as it gets on.
    const mayPass = error instanceof ProviderFailure && error.transient && answers.size > before
    if (!mayPass) throw error
    return continueLater(parts, work, error.retryAfterSeconds ?? pauseSeconds)
  }
  signal.throwIfAborted()
  if (isLeft) return continueLater(parts, work, 0)
  const all = answersInOrder(asked, answers, ({ key }) => {
    throw new TypeError(`the portion ${key} was settled`)
  })
  await recordAnswers(parts, work, all)
}

/** Cuts the document into portions, and returns them as they are kept. */
const writePortions = async (
  parts: WorkerParts,
  work: RemoteRun,
  request: ParseRequest,
  signal: AbortSignal,
): Promise<string> => {
  await reserve(parts, work, request, signal)
  const portions = JSON.stringify(portionsOfPages(await readQuestionPages(parts, work.job, signal)))
  await pageAnswersOf(parts.database, claimOf(work.run)).keep(keyOfPortions, portions)
  return portions
}

const requireTimeLeft = ({ clock }: WorkerParts, { job, startedAt, provider }: Omit<RemoteRun, 'logger'>): void => {
  const seconds = job.deadlineSeconds ?? usualDeadlineSeconds
  if (clock().getTime() - startedAt.getTime() > seconds * 1000)
    throw new ProviderFailure('timeout', `${provider.name} did not answer about the document within ${seconds} s.`)
}

/** Counts what the pages of the document cost at most, where that has a ceiling, before anything is sent. */
const reserve = async (
  parts: WorkerParts,
  work: RemoteRun,
  request: ParseRequest,
  signal: AbortSignal,
): Promise<void> => {
  const once = await expectedCharge(parts, work, request, signal)
  if (once === null) return
  // The text is sent once for each purpose.
  const charge = { ...once, cost: once.cost * purposesOfModel(work.job, work.run.provider).length }
  await requireSpendingRoom(parts, work, charge)
  const refusal = await parts.database.transaction(async (transaction) =>
    (await lockJob(transaction, work.job.id)) ? spend(parts, transaction, work, { charge, submission: 1 }) : null,
  )
  if (refusal !== null) throw refusal
}

type AskingParts = {
  readonly request: ParseRequest
  readonly answers: ReadonlyMap<number, KeptAnswer>
  /** The spending of other runs of the same job, in millionths of a US dollar. */
  readonly spentBefore: number
  readonly signal: AbortSignal
}

/** Asks about one portion and keeps the answer, or why there is none. */
const portionAsker = (parts: WorkerParts, work: RemoteRun, { request, answers, spentBefore, signal }: AskingParts) => {
  const { job, run, provider } = work
  const kept = pageAnswersOf(parts.database, claimOf(run))
  const questionOf = questionerOf(job)
  const { costPerJob } = parts.limits.spending

  const answerTo = async (asked: AskedPortion): Promise<KeptAnswer> => {
    const answerInJson = provider.answerInJson?.bind(provider)
    if (answerInJson === undefined)
      throw new ProviderFailure('provider_unavailable', `${provider.name} has no model that answers questions.`)
    const spent = spentBefore + costOfAnswers(answers.values())
    if (costPerJob !== null && spent >= costPerJob) return withoutAnswer(asked, 'the job has cost as much as one may.')
    const question = questionOf(asked)
    const { key, purpose, portion } = asked
    const pages = [...new Set(portion.flatMap(({ page, isDoubted }) => (isDoubted ? [page] : [])))]
    try {
      const answer = await callProvider(
        provider,
        'answer',
        answerSeconds,
        (own) => answerInJson({ ...question, pages, request }, own),
        signal,
      )
      return { key, purpose, isDivided: false, pages: pagesOfPortion(portion), ...answer, failure: null }
    } catch (error) {
      signal.throwIfAborted()
      // Others may be answered.
      if (error instanceof ProviderFailure && !error.transient && aboutOnePortion.has(error.code))
        return withoutAnswer(asked, error.message)
      throw error
    }
  }

  return async (asked: AskedPortion): Promise<KeptAnswer> => {
    const answer = await answerTo(asked)
    await kept.keep(asked.key, JSON.stringify(answer))
    return answer
  }
}

const aboutOnePortion: ReadonlySet<string> = new Set(['unsupported_option', 'document_damaged', 'document_too_large'])

/** Returns the function that makes the questions of a job about its portions. */
const questionerOf = ({ extraction, classification }: StoredJob): ((asked: AskedPortion) => PortionQuestion) => {
  const { schema } = extraction === null ? {} : parseExtractionSchema(extraction.schema)
  return ({ purpose, portion, isPartial }) => {
    if (purpose === 'classification' && classification !== null) {
      const { labels, by, instructions } = classification
      return classificationQuestion(labels, portion, { by, instructions, isPartial })
    }
    if (schema === undefined) throw new TypeError('a job that asks a model has a schema, or labels')
    return extractionQuestion(schema, portion, { instructions: extraction?.instructions, isPartial })
  }
}

const continueLater = async (
  { database, queue }: WorkerParts,
  { job, run }: RemoteRun,
  delaySeconds: number,
): Promise<void> => {
  await database.transaction(async (transaction) => {
    if ((await lockJob(transaction, job.id)) && (await runHandedBack(transaction, claimOf(run))))
      await queue.enqueue(transaction, { runId: run.id }, { delaySeconds })
  })
}
