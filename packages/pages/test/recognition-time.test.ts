import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EngineFailure } from '@polyparse/engine'
import { recognitionTime } from '../src/ocr/recognition/recognition-time.ts'

const work = (milliseconds: number): void => {
  const end = process.cpuUsage().user / 1000 + milliseconds
  while (process.cpuUsage().user / 1000 < end);
}

describe('the time that all readings of one page share', () => {
  it('lets a page be read again while half of it is left', async () => {
    const time = recognitionTime(200)
    assert.equal(await time.again(async () => 'again'), 'again')
    work(150)
    assert.equal(await time.again(async () => assert.fail('read once more')), null)
    assert.ok(time.leftMs() < 60)
  })

  it('leaves the first reading where another one takes too long, and hides no other failure', async () => {
    const time = recognitionTime(10_000)
    const fail = (code: 'timeout' | 'engine_crashed') => async (): Promise<string> => {
      throw new EngineFailure(code, 'It failed.')
    }
    assert.equal(await time.again(fail('timeout')), null)
    await assert.rejects(time.again(fail('engine_crashed')), { code: 'engine_crashed' })
  })
})
