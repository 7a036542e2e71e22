import {
  classificationQuestion,
  extractionQuestion,
  type PortionQuestion,
  parseExtractionSchema,
  portionsOfPages,
  type ReadingPortion,
} from '@polyparse/extraction'
import { type ParseRequest, ProviderFailure, someAtOnce } from '@polyparse/providers/port'
import type { Logger } from 'pino'
import { costOfOtherFillings, purposesOfModel } from '../../jobs/filling.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { pageAnswersOf } from '../../jobs/page-answers.ts'
import { newResultPath } from '../../jobs/paths.ts'
import { lockJob, runHandedBack, runParsed } from '../../jobs/transitions.ts'
import { readQuestionPages } from '../escalation/end.ts'
import { type Begun, claimOf } from '../outcomes.ts'
import { parseRequest } from '../parse-request.ts'
import type { WorkerParts } from '../parts.ts'
import { withKeyOfAccount } from '../remote/account-key.ts'
import { callProvider } from '../remote/call.ts'
import type { RemoteRun } from '../remote/remote-run.ts'
import { expectedCharge, requireSpendingRoom, spend } from '../remote/spending.ts'
import { storeResult } from '../store-result.ts'
import { type KeptAnswer, readKeptAnswers } from './kept-answer.ts'
import {
  answersInOrder,
  type AskedPortion,
  askedPortions,
  type AskedPurpose,
  keyOfPortions,
  partsOfPortion,
} from './portion-tree.ts'

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

/**
 * Has a model fill the schema of a job, give its labels, or both, portion by portion. Each answer is kept as it comes, so that no portion is asked about again,
 * whatever happens to the process.
 */
export const fillSchema = async (
  parts: WorkerParts,
  given: Begun & Pick<RemoteRun, 'provider'> & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> => {
  const { database } = parts
  const { job, run } = given
  const provider = await withKeyOfAccount(parts, given.provider, { accountId: job.accountId, withAccountKey: null })
  const work = { ...given, provider }
  requireTimeLeft(parts, work)
  const request = parseRequest(parts, work, provider)
  const kept = pageAnswersOf(database, claimOf(run))
  if (!(await kept.has(keyOfPortions))) {
    await reserve(parts, work, request, signal)
    const pages = await readQuestionPages(parts, job, signal)
    await kept.keep(keyOfPortions, JSON.stringify(portionsOfPages(pages)))
  }
  const [portions = '[]', ...answered] = await kept.all()
  const answers = new Map(readKeptAnswers(`[${answered.join(',')}]`).map((answer) => [answer.key, answer]))
  const asked = askedPortions(readPortions(portions), askingOf(job, run.provider))
  const spentBefore = parts.limits.spending.costPerJob === null ? 0 : await costOfOtherFillings(database, run)
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
    // Where a job may cost only so much, each answer is counted before the next question.
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
  await recordAnswers(parts, work, answersInOrder(asked, answers))
}

/** A whole document is labelled by its beginning, as by a person who leafs through it. */
const askingOf = (job: StoredJob, provider: string): AskedPurpose[] =>
  purposesOfModel(job, provider).map((purpose) => ({
    purpose,
    isAboutBeginning: purpose === 'classification' && (job.classification?.by ?? 'document') === 'document',
  }))

/** Portions as this service has written them down. */
const readPortions = (json: string): ReadingPortion[] => JSON.parse(json)

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
  /** By other models, for the same job; in millionths of a US dollar. */
  readonly spentBefore: number
  readonly signal: AbortSignal
}

/** Asks about one portion and keeps the answer, or why there is none. */
const portionAsker = (parts: WorkerParts, work: RemoteRun, { request, answers, spentBefore, signal }: AskingParts) => {
  const { job, run, provider } = work
  const kept = pageAnswersOf(parts.database, claimOf(run))
  const questionOf = questionerOf(job)
  const { costPerJob } = parts.limits.spending

  const answerTo = async (asked: AskedPortion): Promise<AnswerOfModel> => {
    const answerInJson = provider.answerInJson?.bind(provider)
    if (answerInJson === undefined)
      throw new ProviderFailure('provider_unavailable', `${provider.name} has no model that answers questions.`)
    const spent = spentBefore + costOf(answers.values())
    if (costPerJob !== null && spent >= costPerJob) return failed('the job has cost as much as one may.')
    const question = questionOf(asked)
    const pages = [...new Set(asked.portion.flatMap(({ page, isDoubted }) => (isDoubted ? [page] : [])))]
    try {
      const answer = await callProvider(
        provider,
        'answer',
        answerSeconds,
        (own) => answerInJson({ ...question, pages, request }, own),
        signal,
      )
      return { ...answer, failure: null }
    } catch (error) {
      signal.throwIfAborted()
      // Others may be answered.
      if (error instanceof ProviderFailure && !error.transient && aboutOnePortion.has(error.code))
        return failed(error.message)
      throw error
    }
  }

  return async (asked: AskedPortion): Promise<KeptAnswer> => {
    const pages = [...new Set(asked.portion.map(({ page }) => page))]
    const answer = { key: asked.key, purpose: asked.purpose, isDivided: false, pages, ...(await answerTo(asked)) }
    await kept.keep(asked.key, JSON.stringify(answer))
    return answer
  }
}

const aboutOnePortion: ReadonlySet<string> = new Set(['unsupported_option', 'document_damaged', 'document_too_large'])

type AnswerOfModel = Omit<KeptAnswer, 'key' | 'purpose' | 'pages' | 'isDivided'>

const failed = (failure: string): AnswerOfModel => ({
  text: '',
  isCut: false,
  isDeclined: false,
  failure,
  model: null,
  tokens: null,
  cost: null,
})

/** How a job asks about its portions. */
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

/** Adds up the cost in millionths of a US dollar. */
const costOf = (answers: Iterable<KeptAnswer>): number =>
  Math.round([...answers].reduce((sum, { cost }) => sum + (cost ?? 0), 0) * 1_000_000)

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

const recordAnswers = async (
  { database, blobs, clock }: WorkerParts,
  { job, run }: RemoteRun,
  answers: readonly KeptAnswer[],
): Promise<void> => {
  const result = await storeResult(blobs, newResultPath(job.id), [JSON.stringify(answers)], null)
  const figures = { quality: null, warningCount: 0, doubtedPages: [], worstPage: null }
  const stored = { result, readingPath: null, pages: 0, cost: costOf(answers), ...figures }
  if (!(await runParsed(database, claimOf(run), stored, clock()))) await blobs.delete(result.path)
}
