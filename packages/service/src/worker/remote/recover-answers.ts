import { setTimeout } from 'node:timers/promises'
import { readRun } from '../../jobs/read.ts'
import { isRemote, type RemoteProvider } from '@polyparse/providers/port'
import { finishJob } from '../finish.ts'
import type { WorkerParts } from '../parts.ts'
import { UnreadableAnswerError, type ReceivedAnswer } from './answer-spool.ts'
import { announceAnswer, recordDocument, recordReference, recordUnread } from './record-answer.ts'
import { recordRefusal } from './refusal.ts'

/** Between two looks for answers that an earlier process, or a try that failed, has left. */
const answerRecoveryPauseMs = 60_000

/**
 * The age at which an answer is given up that could not be recorded, because its vendor is not enabled or its form is
 * unknown.
 */
const maxAgeMs = 7 * 24 * 3_600_000

/**
 * Records the answers of vendors that earlier processes have left on this disk. Resolves once other workers know of
 * them; then it goes on beside new work, until the returned function is called.
 */
export const startAnswerRecovery = async (parts: WorkerParts): Promise<() => Promise<void>> => {
  const stopping = new AbortController()
  await eachLeft(parts, stopping.signal, async ({ runId, submission, submitted }) => {
    if (submitted.kind === 'done' || submitted.kind === 'unread') await announceAnswer(parts, runId, submission)
    return 'stays'
  })
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await recoverAnswers(parts, stopping.signal)
      await setTimeout(answerRecoveryPauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const working = work()
  return async () => {
    stopping.abort()
    await working
  }
}

/** One round: records what is left and can be recorded now, and removes what nobody needs. */
export const recoverAnswers = async (parts: WorkerParts, signal: AbortSignal): Promise<void> => {
  const { answerSpool, logger } = parts
  await eachLeft(parts, signal, (answer) => recover(parts, answer, signal))
  await answerSpool
    .removeUnfinished()
    .catch((error: unknown) => logger.error({ err: error }, 'the spool of answers could not be tidied'))
}

/** `stays`: to be tried again, unless it is old. */
type Outcome = 'removed' | 'stays'

const eachLeft = async (
  { answerSpool, logger }: WorkerParts,
  signal: AbortSignal,
  handle: (answer: ReceivedAnswer) => Promise<Outcome>,
): Promise<void> => {
  const outcomeOf = async (name: string): Promise<Outcome> => {
    try {
      const answer = await answerSpool.read(name)
      return answer === null ? 'removed' : await handle(answer)
    } catch (error) {
      if (!(error instanceof UnreadableAnswerError)) throw error
      logger.error({ err: error, answer: name }, "a vendor's answer cannot be read")
      return 'stays'
    }
  }
  const handleOne = async (name: string, isOld: boolean): Promise<void> => {
    if ((await outcomeOf(name)) === 'stays') {
      if (!isOld) return
      logger.error({ answer: name }, "a vendor's answer that could not be recorded is given up")
    }
    await answerSpool.remove(name)
  }
  try {
    for await (const { name, ageMs } of answerSpool.left()) {
      if (signal.aborted) return
      await handleOne(name, ageMs > maxAgeMs).catch((error: unknown) => {
        if (signal.aborted) return
        logger.error({ err: error, answer: name }, "a vendor's answer from an earlier process cannot be recorded yet")
      })
    }
  } catch (error) {
    logger.error({ err: error }, 'the spool of answers cannot be read, will retry')
  }
}

const recover = async (parts: WorkerParts, answer: ReceivedAnswer, signal: AbortSignal): Promise<Outcome> => {
  const { submission, submitted, jobId, runId } = answer
  const logger = parts.logger.child({ jobId, runId, provider: answer.provider })
  const provider = remoteProvider(parts, answer.provider)
  if (submitted.kind === 'done' || submitted.kind === 'unread') {
    const found = await readRun(parts.database, runId)
    if (found === null || !(await announceAnswer(parts, runId, submission))) return 'removed'
    if (provider === null || !parts.storage.isAvailable()) return 'stays'
    const { job, run } = found
    const work = { job, run, provider, logger, startedAt: run.startedAt ?? parts.clock() }
    if (submitted.kind === 'done') await recordDocument(parts, work, submission, submitted, signal)
    else await recordUnread(parts, work, submission, submitted, signal)
    await finishJob(parts, jobId, signal)
  } else if (submitted.kind === 'refused') {
    await recordRefusal(parts, answer, submission, submitted)
    await finishJob(parts, jobId, signal)
  } else {
    if (provider === null) return 'stays'
    await recordReference(parts, answer, { submission, submitted, provider })
  }
  logger.info("recorded a vendor's answer that an earlier process had received")
  return 'removed'
}

const remoteProvider = ({ providers }: WorkerParts, id: string): RemoteProvider | null => {
  const provider = providers.get(id)
  return provider !== undefined && isRemote(provider) ? provider : null
}
