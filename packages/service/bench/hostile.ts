import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mainThreadWaited, processCpu } from '@polyparse/test-support/cpu'
import { type Measurement, percentile } from '@polyparse/test-support/statistics'
import { meterTree } from '@polyparse/test-support/tree-cpu'
import { startObserved, type ObservedServer } from '../test/support/hostile-documents.ts'
import type { Place } from '../test/support/server.ts'
import type { HostileTally } from './hostile-sender.ts'

/*
 * Whether an account that sends all that is hostile holds up others: another caller asks whether the service lives, and
 * another account has small documents read, from this process, which does nothing else meanwhile.
 */

const maxMs = 300
const probeEveryMs = 50
const jobEveryMs = 250

/** Until the processes are there that read documents of an account: the first of them waits for most of a second. */
const warmUpMs = 5000

/** Before there is anything hostile. */
const aloneMs = 15_000
const minRunMs = 60_000
/** Documents that have not ended by then are not waited for. */
const maxRunMs = 300_000

type Caller = Awaited<ReturnType<ObservedServer['newClient']>>

/** Milliseconds until each answer; infinite where it was another than is promised, or none came. */
type Samples = { readonly probe: number[]; readonly accepted: number[]; readonly ended: number[] }

/**
 * Begins the work at each interval until the signal, whether or not the previous one has ended, but no more of it than
 * a second brings: a machine that cannot keep up would otherwise measure its own backlog.
 */
const atEach = async (milliseconds: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  const begun = new Set<Promise<void>>()
  const timer = setInterval(() => {
    if (begun.size * milliseconds >= 1000) return
    const one = work().finally(() => begun.delete(one))
    begun.add(one)
  }, milliseconds)
  await once(signal, 'abort')
  clearInterval(timer)
  await Promise.all(begun)
}

/** Milliseconds since then, of what becomes true in time. */
const since = async (startedAt: number, work: Promise<boolean>): Promise<number> =>
  (await work.catch(() => false)) ? performance.now() - startedAt : Number.POSITIVE_INFINITY

const observe = async ({ url }: ObservedServer, other: Caller, signal: AbortSignal): Promise<Samples> => {
  const samples: Samples = { probe: [], accepted: [], ended: [] }
  const probe = async (): Promise<void> => {
    const alive = fetch(`${url}/livez`).then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status === 200
    })
    samples.probe.push(await since(performance.now(), alive))
  }
  const job = async (): Promise<void> => {
    const startedAt = performance.now()
    const created = other.upload('# Hello', { name: 'hello.md', type: 'text/markdown' })
    samples.accepted.push(
      await since(
        startedAt,
        created.then(() => true),
      ),
    )
    const ended = created.then(async ({ id }) => (await other.end(id)).status === 'complete')
    samples.ended.push(await since(startedAt, ended))
  }
  await Promise.all([atEach(probeEveryMs, signal, probe), atEach(jobEveryMs, signal, job)])
  return samples
}

const during = async (server: ObservedServer, other: Caller, work: () => Promise<unknown>): Promise<Samples> => {
  const ending = new AbortController()
  const observed = observe(server, other, ending.signal)
  try {
    await work()
  } finally {
    ending.abort()
  }
  return observed
}

const program = fileURLToPath(new URL('hostile-sender.ts', import.meta.url))

/** What the sender says: that it is ready, that it has sent all bodies or documents, and how they were answered. */
type Said = 'ready' | 'bodies' | 'documents' | HostileTally

const isTally = (said: Said): said is HostileTally => typeof said === 'object'

/** Resolves with the first message that is wanted; rejects when the sender ends before. */
const heard = <Wanted extends Said>(sender: ChildProcess, isWanted: (said: Said) => said is Wanted): Promise<Wanted> =>
  new Promise((resolve, reject) => {
    sender.on('message', (said: Said) => {
      if (isWanted(said)) resolve(said)
    })
    sender.once('exit', () => reject(new Error('the sender of what is hostile has ended')))
  })

const saysReady = (said: Said): said is 'ready' => said === 'ready'
const saysBodies = (said: Said): said is 'bodies' => said === 'bodies'
const saysDocuments = (said: Said): said is 'documents' => said === 'documents'

/** Tells the sender to begin, and resolves when it has sent everything at least once, for at least a while. */
const sendEverything = async (sender: ChildProcess): Promise<void> => {
  const all = Promise.all([heard(sender, saysBodies), heard(sender, saysDocuments)])
  const late = new AbortController()
  const givenUp = setTimeout(maxRunMs, null, { signal: late.signal }).catch(() => null)
  sender.send('begin')
  const sent = await Promise.race([Promise.all([all, setTimeout(minRunMs)]), givenUp])
  late.abort()
  if (sent === null) console.log(`not everything was answered, and every document read, in ${maxRunMs / 1000} s`)
}

const tallyOf = (sender: ChildProcess): Promise<HostileTally> => {
  const tally = heard(sender, isTally)
  sender.send('end')
  return tally
}

/** Measures in this place, whose database is embedded or of a server. */
export const measureHostile = async (place: Place): Promise<Measurement[]> => {
  const more = { POLYPARSE_COMPAT: 'docling,unstructured,openwebui', POLYPARSE_PRELOAD_ENGINES: 'true' }
  const server = await startObserved(place, more)
  const pid = server.child.pid ?? 0
  // Engines that a limit ends are waited for by nobody.
  const meter = await meterTree(pid)
  const [hostile, other] = [await server.newClient(), await server.newClient()]
  const sender = fork(program, [server.url, hostile.key])
  try {
    await heard(sender, saysReady)

    await during(server, other, () => setTimeout(warmUpMs))
    const alone = await during(server, other, () => setTimeout(aloneMs))
    await server.longestTaskMs()
    const [startedAt, waited] = [performance.now(), await mainThreadWaited(pid)]
    const [service, all] = [await processCpu(pid), await meter.milliseconds()]
    const beside = await during(server, other, () => sendEverything(sender))
    const seconds = (performance.now() - startedAt) / 1000
    const [serviceMs, allMs] = [(await processCpu(pid)) - service, (await meter.milliseconds()) - all]
    const enginesMs = allMs - serviceMs
    const waitedShare = ((await mainThreadWaited(pid)) - waited) / (seconds * 1000)
    const longestTask = await server.longestTaskMs()
    const tally = await tallyOf(sender)
    for (const [kind, answers] of Object.entries(tally)) console.log(`  ${kind}: ${JSON.stringify(answers)}`)

    const database = place.databaseUrl === null ? 'embedded' : 'PostgreSQL'
    const rows = (what: string, name: keyof Samples): Measurement[] => {
      const p99 = percentile(beside[name], 0.99)
      const title = `hostile, ${database}: ${what}`
      return [
        { name: `${title}, alone, p99`, value: percentile(alone[name], 0.99), unit: 'ms' },
        { name: `${title}, p50`, value: percentile(beside[name], 0.5), unit: 'ms' },
        { name: `${title}, p99`, value: p99, unit: 'ms', aim: `≤ ${maxMs}`, holds: p99 <= maxMs },
        { name: `${title}, longest`, value: Math.max(...beside[name]), unit: 'ms' },
        { name: `${title}, asked`, value: beside[name].length, unit: '' },
      ]
    }
    return [
      ...rows('/livez', 'probe'),
      ...rows('small job → 202', 'accepted'),
      ...rows('small job → result', 'ended'),
      { name: `hostile, ${database}: longest main-thread task`, value: longestTask, unit: 'ms' },
      { name: `hostile, ${database}: main thread without a core`, value: waitedShare * 100, unit: '%' },
      { name: `hostile, ${database}: lasted`, value: seconds, unit: 's' },
      { name: `hostile, ${database}: CPU of the service`, value: serviceMs / 1000, unit: 's' },
      { name: `hostile, ${database}: CPU of the engines`, value: enginesMs / 1000, unit: 's' },
    ]
  } finally {
    sender.kill()
    await server.end('SIGKILL')
    await meter.close()
  }
}
