import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { cancelJob } from '../../src/jobs/cancel.ts'
import { claimRun } from '../../src/jobs/claim.ts'
import { readProgress, runProgressed } from '../../src/jobs/progress.ts'
import { unblockAll } from '../../src/jobs/places.ts'
import { openQueue } from '../../src/queue/open-queue.ts'
import { LeaseLostError } from '../../src/queue/queue.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, hanging, testProvider } from '../support/providers.ts'
import { dueRuns, openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const openHarness = async (...given: Parameters<typeof openWorkerHarness>): Promise<WorkerHarness> => {
  const harness = await openWorkerHarness(...given)
  harnesses.push(harness)
  return harness
}

const quick = testProvider('quick', async () => documentOf('Hello.'))

describe('a compare', () => {
  it('has the other runs of a compare due when its source is available', async () => {
    const harness = await openHarness([quick, testProvider('other', async () => documentOf('Hello.'))])
    const { id } = await harness.upload({ operation: 'compare', providers: ['quick', 'other'] })
    assert.equal(harness.queue.messages.length, 1)
    await harness.deliverNext()
    assert.equal(harness.queue.messages.length, 1)
    await harness.deliverAll()
    assert.equal((await harness.read(id)).job.status, 'complete')
  })
})

describe('the places of a provider', () => {
  const limited = async () => {
    const go = Promise.withResolvers<void>()
    let atWork = 0
    let max = 0
    const slow = testProvider('slow', async () => {
      atWork += 1
      max = Math.max(max, atWork)
      await go.promise
      atWork -= 1
      return documentOf('Hello.')
    })
    const harness = await openHarness([slow, quick], undefined, new Map([['slow', 2]]))
    return { harness, go, max: () => max, atWork: () => atWork }
  }

  it('never exceed its limit, however many workers acquire one at once', async () => {
    const { harness, go, max, atWork } = await limited()
    const jobs = []
    for (let n = 0; n < 6; n += 1) jobs.push(await harness.upload({ provider: 'slow' }))
    const messages = harness.queue.messages.splice(0)
    const stopping = new AbortController().signal
    const work = messages.map((message) => workOn(harness.parts, message, stopping))
    // A run without a place does not keep a worker waiting.
    const blocked = () => harness.database.query(`select 1 from runs where place = 'blocked'`)
    while ((await blocked()).length < 4 || atWork() < 2) await setTimeout(5)
    assert.equal(atWork(), 2)
    assert.deepEqual(harness.queue.messages, [])
    assert.equal((await dueRuns(harness.database)).length, 2)

    go.resolve()
    await Promise.all(work)
    await harness.deliverAll()
    for (const { id } of jobs) assert.equal((await harness.read(id)).job.status, 'complete')
    assert.equal(max(), 2)
  })

  it('go to blocked runs in the order of their jobs, not to newcomers', async () => {
    const { harness, go, max } = await limited()
    const stopping = new AbortController().signal
    const work = []
    for (let n = 0; n < 2; n += 1) await harness.upload({ provider: 'slow' })
    for (const message of harness.queue.messages.splice(0)) work.push(workOn(harness.parts, message, stopping))
    while (max() < 2) await setTimeout(5)
    const blocked = [await harness.upload({ provider: 'slow' }), await harness.upload({ provider: 'slow' })]
    for (const message of harness.queue.messages.splice(0)) await workOn(harness.parts, message, stopping)
    go.resolve()
    await Promise.all(work)
    const sent = await harness.jobsOf(harness.queue.messages.map(({ runId }) => runId))
    assert.deepEqual(
      sent,
      blocked.map(({ id }) => id),
    )
    // Both places are reserved for them: a newcomer is blocked.
    const newcomer = await harness.upload({ provider: 'slow' })
    const last = harness.queue.messages.pop()
    assert.ok(last !== undefined)
    await workOn(harness.parts, last, stopping)
    assert.equal((await harness.read(newcomer.id)).job.status, 'queued')
    await harness.deliverAll()
    assert.equal((await harness.read(newcomer.id)).job.status, 'complete')
  })

  it('go to the accounts that have fewest of them', async () => {
    const { harness, go, max } = await limited()
    const stopping = new AbortController().signal
    const work: Promise<void>[] = []
    const uploadTwo = async () => {
      for (let n = 0; n < 2; n += 1) await harness.upload({ provider: 'slow' })
    }
    await uploadTwo()
    for (const message of harness.queue.messages.splice(0)) work.push(workOn(harness.parts, message, stopping))
    while (max() < 2) await setTimeout(5)
    await uploadTwo()
    await harness.asAccount(uploadTwo)
    const blocked = harness.queue.messages.splice(0)
    for (const message of blocked) await workOn(harness.parts, message, stopping)
    go.resolve()
    await Promise.all(work)
    // One of each account, although the first account was there before.
    assert.deepEqual(
      new Set(harness.queue.messages.map(({ runId }) => runId)),
      new Set([blocked[0], blocked[2]].map((message) => message?.runId)),
    )
  })

  it('are free again when a job is cancelled, and no run waits for a limit that was removed', async () => {
    const { harness, go, max } = await limited()
    const stopping = new AbortController().signal
    const jobs = []
    for (let n = 0; n < 3; n += 1) jobs.push(await harness.upload({ provider: 'slow' }))
    const messages = harness.queue.messages.splice(0)
    const work = messages.slice(0, 2).map((message) => workOn(harness.parts, message, stopping))
    while (max() < 2) await setTimeout(5)
    await workOn(harness.parts, messages[2] ?? { runId: randomUUID() }, stopping)
    assert.equal(await unblockAll(harness.parts, harness.parts.limits.concurrency), 0)
    await cancelJob(harness.parts, jobs[0]?.id ?? '')
    assert.equal(await unblockAll(harness.parts, harness.parts.limits.concurrency), 1)
    await harness.database.query(`update runs set place = 'blocked' where place = 'reserved'`)
    await cancelJob(harness.parts, jobs[1]?.id ?? '')
    assert.equal(await unblockAll(harness.parts, new Map()), 1)
    go.resolve()
    await Promise.all(work)
  })

  it('stay with a run that is taken over', async () => {
    const { harness, go, max } = await limited()
    const stopping = new AbortController().signal
    for (let n = 0; n < 2; n += 1) await harness.upload({ provider: 'slow' })
    const messages = harness.queue.messages.splice(0)
    const work = messages.map((message) => workOn(harness.parts, message, stopping))
    while (max() < 2) await setTimeout(5)
    const again = messages.slice(0, 1).map((message) => workOn(harness.parts, message, stopping))
    while (max() < 3) await setTimeout(5)
    go.resolve()
    await Promise.all([...work, ...again])
    const rows = await harness.database.query('select 1 from runs where place is distinct from $1', ['taken'])
    assert.deepEqual(rows, [])
  })
})

describe('a run whose process has died', () => {
  it('is worked on at once after the first time, and after a pause from then on, apart from its neighbours', async () => {
    const harness = await openHarness([quick])
    const { id } = await harness.upload()
    await harness.database.query(`update runs set status = 'working', attempt = 2, deaths = 1`)
    await harness.deliverNext()
    const { runs } = await harness.read(id)
    assert.partialDeepStrictEqual(runs, [{ status: 'waiting', deaths: 2 }])
    const [again] = harness.queue.messages
    assert.ok(again !== undefined && again.delaySeconds >= 2)
    await harness.deliverAll()
    assert.equal((await harness.read(id)).job.status, 'complete')

    const other = await harness.upload()
    await harness.database.query(`update runs set status = 'working', attempt = 1 where job_id = $1`, [other.id])
    await harness.deliverNext()
    assert.equal((await harness.read(other.id)).job.status, 'complete')
  })

  it('is not counted as dead when its process was only silent, and says so when it wakes', async () => {
    let asked = 0
    const slow = testProvider('slow', (request, signal) => {
      asked += 1
      return hanging(request, signal)
    })
    const harness = await openHarness([slow])
    const { id } = await harness.upload()
    const [message] = harness.queue.messages
    assert.ok(message !== undefined)
    const deaths = async () => (await harness.read(id)).runs[0]?.deaths
    const attempts = async (count: number) => {
      while (asked < count) await setTimeout(5)
    }
    const silent = new AbortController()
    const first = workOn(harness.parts, message, silent.signal)
    await attempts(1)
    const ending = new AbortController()
    const second = workOn(harness.parts, message, ending.signal)
    await attempts(2)
    assert.equal(await deaths(), 1)
    silent.abort(new LeaseLostError('another worker has the run'))
    await assert.rejects(first)
    assert.equal(await deaths(), 0)
    assert.equal((await harness.read(id)).runs[0]?.status, 'working')
    ending.abort(new Error('stop'))
    await assert.rejects(second)
  })

  it('is not counted as dead when its process lost its lease, but not yet its attempt', async () => {
    const started = Promise.withResolvers<void>()
    const slow = testProvider('slow', (request, signal) => {
      started.resolve()
      return hanging(request, signal)
    })
    const harness = await openHarness([slow])
    const { id } = await harness.upload()
    const [message] = harness.queue.messages
    assert.ok(message !== undefined)
    const silent = new AbortController()
    const first = workOn(harness.parts, message, silent.signal)
    await started.promise
    silent.abort(new LeaseLostError('another worker has the run'))
    await assert.rejects(first)
    const claimed = await claimRun(harness.database, message.runId)
    assert.partialDeepStrictEqual(claimed, { takenOver: false, run: { deaths: 0, jobId: id } })
  })

  it('begins again with no page read, whatever the attempt before had read', async () => {
    const harness = await openHarness([quick])
    const { id } = await harness.upload()
    const [message] = harness.queue.messages
    assert.ok(message !== undefined)
    const { runId } = message
    const first = await claimRun(harness.database, runId)
    await runProgressed(harness.database, { runId, attempt: first?.run.attempt ?? 0 }, { done: 7, total: 9 })
    const progress = async () => (await readProgress(harness.database, id))?.runs
    assert.deepEqual(await progress(), [{ provider: 'quick', state: 'working', pagesDone: 7, pagesTotal: 9 }])
    await claimRun(harness.database, runId)
    assert.deepEqual(await progress(), [{ provider: 'quick', state: 'working', pagesDone: 0 }])
  })

  it('is not counted as dead when its process could not reach the database, and says so when it can', async () => {
    const parsing = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    let asked = 0
    const slow = testProvider('slow', async (request, signal) => {
      asked += 1
      if (asked > 1) {
        taken.resolve()
        return hanging(request, signal)
      }
      await parsing.promise
      return documentOf('Hello.')
    })
    const harness = await openHarness([slow])
    const { id } = await harness.upload()
    const [message] = harness.queue.messages
    assert.ok(message !== undefined)
    const { database, setAway, refused } = leavingDatabase(harness.database)
    const never = new AbortController().signal
    const first = workOn({ ...harness.parts, database }, message, never)
    while (asked === 0) await setTimeout(5)
    setAway(true)
    parsing.resolve()
    // It has parsed the document, and can record neither that nor its failure.
    while (refused() < 2) await setTimeout(5)
    const ending = new AbortController()
    const second = workOn(harness.parts, message, ending.signal)
    await taken.promise
    const deaths = async () => (await harness.read(id)).runs[0]?.deaths
    assert.equal(await deaths(), 1)
    setAway(false)
    await first
    assert.equal(await deaths(), 0)
    assert.equal((await harness.read(id)).runs[0]?.status, 'working')
    ending.abort(new Error('stop'))
    await assert.rejects(second)
  })

  it('is not counted as dead when its process did not learn that it had claimed it', { timeout: 30_000 }, async () => {
    const harness = await openHarness([quick])
    const { database, loseAnswer } = leavingDatabase(harness.database)
    const queue = await openQueue(database)
    const { id } = await harness.upload()
    loseAnswer()
    queue.work({ concurrency: 1 }, (due, signal) => workOn({ ...harness.parts, database, queue }, due, signal))
    while ((await harness.read(id)).job.status !== 'complete') await setTimeout(20)
    assert.partialDeepStrictEqual((await harness.read(id)).runs, [{ attempt: 2, deaths: 0 }])
    await queue.close(1000)
  })
})

/** A database that is away when the test says so, or takes a claim and does not answer. */
const leavingDatabase = (database: Database) => {
  let isAway = false
  let refused = 0
  let loses = false
  const unreachable = () => new DatabaseUnavailableError('the database cannot be reached')
  const reach = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (!isAway) return call()
    refused += 1
    throw unreachable()
  }
  const leaving: Database = {
    ...database,
    query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
      reach(async () => {
        const rows = await database.query<Row>(text, parameters)
        if (!loses || !text.includes(`status = 'working', attempt = attempt + 1`)) return rows
        loses = false
        throw unreachable()
      }),
    transaction: (...given) => reach(() => database.transaction(...given)),
  }
  return {
    database: leaving,
    setAway: (value: boolean) => {
      isAway = value
    },
    refused: () => refused,
    loseAnswer: () => {
      loses = true
    },
  }
}
