import { parentPort, workerData } from 'node:worker_threads'
import { agree } from './agree.ts'
import type { StoredReading } from './agree-in-thread.ts'
import { parseReading } from './reading.ts'

/*
 * The program of a thread that makes one agreement. Readings that are not of this version's shape are left out.
 */

const given: readonly StoredReading[] = workerData
const compared = given.flatMap(({ provider, json, durationMs }) => {
  const reading = parseReading(Buffer.from(json).toString('utf8'))
  return reading === null ? [] : [{ provider, reading, durationMs }]
})
parentPort?.postMessage(await agree(compared), [])
