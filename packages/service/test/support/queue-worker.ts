import { openPostgres } from '../../src/db/postgres.ts'
import { openQueue } from '../../src/queue/open-queue.ts'

/** A process that works on runs without ever ending, and prints what happens to it. */
const say = (word: string) => process.stdout.write(`${word}\n`)

const database = await openPostgres(process.argv[2] ?? '')
const queue = await openQueue(database)
queue.work({ concurrency: 4 }, async ({ runId }, signal) => {
  say(`got ${runId}`)
  await new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      say(`lost ${runId}`)
      reject(new Error('lost'))
    })
  })
})
say('working')
