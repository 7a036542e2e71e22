import { setTimeout } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { type Measurement, timed } from '@polyparse/test-support/statistics'
import { gather } from '@polyparse/providers/composition'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { plainText } from '../../providers/test/support/plain-text.ts'

const answerBytes = 300 * 1024 ** 2

/**
 * Measures how long the main thread pauses while an answer of a vendor of 300 MB is received and read: mostly pictures, and
 * text.
 */
export const measureAnswers = async (): Promise<Measurement[]> => {
  const threads = createAnswerThreads({ maxMebibytes: 2048 })
  const delays = monitorEventLoopDelay({ resolution: 1 })
  const signal = new AbortController().signal
  try {
    delays.enable()
    const bytes = await gather(Readable.from(answer()))
    const unstructured = threads.of({ id: 'unstructured', name: 'Unstructured' })
    const read = await timed(async () => void (await unstructured.read({ bodies: [bytes], ...plainText }, signal)))
    await setTimeout(10)
    delays.disable()
    const pause = delays.percentile(99.9) / 1e6
    return [
      { name: 'vendor answer of 300 MB: read', value: read, unit: 'ms' },
      { name: 'vendor answer of 300 MB: pause, 99.9 %', value: pause, unit: 'ms', aim: '< 100', holds: pause < 100 },
      { name: 'vendor answer of 300 MB: longest pause', value: delays.max / 1e6, unit: 'ms' },
    ]
  } finally {
    await threads.close()
  }
}

/** The elements of a partition, in pieces as they come over a connection. */
async function* answer(): AsyncGenerator<Buffer> {
  const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.padEnd(400_000, 'A')
  let left = answerBytes
  let before = '['
  for (let number = 1; left > 0; number += 1) {
    const base = { element_id: `e${number}`, text: `Sentence ${number} of a long answer. `.repeat(20) }
    const text = { type: 'NarrativeText', ...base, metadata: { page_number: 1 } }
    const image = { type: 'Image', ...base, metadata: { page_number: 1, image_base64: picture } }
    const piece = Buffer.from(`${before}${JSON.stringify(number % 50 === 0 ? image : text)}`)
    left -= piece.length
    before = ','
    for (let start = 0; start < piece.length; start += 65_536) {
      yield piece.subarray(start, start + 65_536)
      if (number % 10 === 0) await setTimeout(0)
    }
  }
  yield Buffer.from(']')
}
