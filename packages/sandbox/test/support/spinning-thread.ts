import { parentPort } from 'node:worker_threads'
import { tellThreadNumber } from '../../src/thread-number.ts'

/* The program of a thread that works until the other thread has set a flag in shared memory. */

tellThreadNumber()
parentPort?.on('message', (flag: Int32Array) => {
  while (Atomics.load(flag, 0) === 0);
  parentPort?.postMessage('ended', [])
})
