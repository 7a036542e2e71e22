import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { agreeInThread } from '../src/thread.ts'
import { agree } from '../src/agree.ts'
import { readingOf } from '../src/reading.ts'
import { prose } from './agreements.ts'

const never = new AbortController().signal
const compared = [prose('The fee is 1,250 euros a year.'), prose('The fee is 1,260 euros a year.')].map(
  (document, index) => ({ provider: `provider-${index}`, reading: readingOf(document), durationMs: 1_000 }),
)
const stored = compared.map(({ reading, ...more }) => ({ ...more, json: Buffer.from(JSON.stringify(reading)) }))

describe('An agreement made in a thread', () => {
  it('is the same as one made by agree', async () => {
    assert.deepEqual(await agreeInThread(stored, never), await agree(compared))
  })

  it('leaves out a reading of another schema version', async () => {
    const [one, other] = stored
    assert.ok(one && other)
    const older = { ...other, json: Buffer.from(JSON.stringify({ schema: 'reading/0' })) }
    const { pairs, recommendationNote } = await agreeInThread([one, older], never)
    assert.deepEqual(pairs, [])
    assert.match(recommendationNote ?? '', /Only provider-0/)
  })

  it('rejects when a reading is damaged', async () => {
    await assert.rejects(
      agreeInThread([{ provider: 'one', json: Buffer.from('{'), durationMs: 1 }], never),
      SyntaxError,
    )
  })

  it('is aborted with the reason of the signal', async () => {
    const reason = new Error('the job was cancelled')
    const stopping = new AbortController()
    const made = agreeInThread(stored, stopping.signal)
    stopping.abort(reason)
    await assert.rejects(made, reason)
    await assert.rejects(agreeInThread(stored, AbortSignal.abort(reason)), reason)
  })

  it('is ended by the CPU time that it takes, and by the clock only long after', async () => {
    const limits = { maxCpuSeconds: 0, maxClockSeconds: 60, maxMebibytes: 1024 }
    const long = Array.from({ length: 30_000 }, (_, word) => `word${word}`)
    const readings = [long, long.toReversed()].map((words, index) => ({
      provider: `provider-${index}`,
      json: Buffer.from(JSON.stringify(readingOf(prose(words.join(' '))))),
      durationMs: 1,
    }))
    await assert.rejects(agreeInThread(readings, never, limits), { name: 'AbortError' })
  })
})
