import { parentPort, workerData } from 'node:worker_threads'
import { agree } from './agree.ts'
import { parseReading } from './reading.ts'
import type { StoredReading } from './thread.ts'

/* The program of the thread that `agreeInThread` starts. */

const stored: readonly StoredReading[] = workerData
const readings = stored.flatMap(({ json, ...of }) => {
  const reading = parseReading(Buffer.from(json).toString('utf8'))
  return reading === null ? [] : [{ ...of, reading }]
})
parentPort?.postMessage(await agree(readings), [])
