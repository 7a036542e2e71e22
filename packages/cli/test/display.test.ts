import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outputsOption, pagesOption } from '../src/documents/options.ts'
import { openDisplay } from '../src/documents/display.ts'

const terminal = (more: { isTTY?: boolean; columns?: number }) => {
  let text = ''
  return { ...more, write: (piece: string) => (text += piece), text: () => text.replaceAll('\u001b', '␛') }
}

test('without a terminal, progress is one line for each change, and none twice', () => {
  const stream = terminal({})
  using display = openDisplay({}, stream)
  const watched = display.watch('a.pdf')
  watched.onStatus('queued')
  for (const state of ['waiting', 'working', 'working', 'waiting', 'working', 'parsed'] as const)
    watched.onRun({ provider: 'provider-\u001ba', state, pagesDone: 0 })
  watched.end('done')
  const said = ['queued', 'provider-\ufffda working', 'provider-\ufffda working', 'provider-\ufffda parsed', 'done']
  assert.equal(stream.text(), said.map((words) => `a.pdf: ${words}\n`).join(''))
})

test('on a terminal each document has one line that changes in place and fits', () => {
  const stream = terminal({ isTTY: true, columns: 40 })
  {
    using display = openDisplay({}, stream)
    const [first, second] = [display.watch('first.pdf'), display.watch(`${'long'.repeat(20)}.pdf`)]
    first.onRun({ provider: 'provider-a', state: 'working', pagesDone: 0 })
    second.onRun({ provider: 'provider-a', state: 'parsed', pagesDone: 3, pagesTotal: 3 })
    display.say('By the way.')
    first.end('parsed')
  }
  assert.match(stream.text(), /␛\[2A\r␛\[JBy the way\.\nfirst\.pdf {2}… provider-a {2}0 s\nlong/)
  assert.match(stream.text(), /␛\[2A\r␛\[Jfirst\.pdf: parsed\nlong/)
  assert.ok(stream.text().endsWith('␛[1A\r␛[J'), 'and none of it is left at the end')
  for (const line of stream.text().split('\n')) assert.ok(line.replaceAll(/␛\[\d*[AJ]|\r/g, '').length < 40)
})

test('on a terminal the pages that are done are shown, and how long the others will take', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 1000
  t.mock.method(performance, 'now', () => now)
  const stream = terminal({ isTTY: true })
  using display = openDisplay({}, stream)
  const watched = display.watch('a.pdf')
  const working = { provider: 'auto', state: 'working' } as const
  watched.onRun({ ...working, pagesDone: 0 })
  now += 30_000
  watched.onRun({ ...working, pagesDone: 10, pagesTotal: 40 })
  assert.match(stream.text(), /a\.pdf {2}… auto 10\/40 pages, 90 s left {2}30 s\n$/)
  watched.onRun({ ...working, pagesDone: 12 })
  assert.match(stream.text(), /a\.pdf {2}… auto 12 pages {2}30 s\n$/)
})

test('when quiet, only what must be known is printed', () => {
  const stream = terminal({ isTTY: true })
  using display = openDisplay({ quiet: true }, stream)
  display.watch('a.pdf').end('parsed')
  display.say('Left out.')
  assert.equal(stream.text(), 'Left out.\n')
})

test('pages are numbers and ranges, in any order and with repetitions, and repeated outputs count once', () => {
  assert.deepEqual(pagesOption(' 7, 1-3,2 -2 '), [1, 2, 3, 7])
  assert.equal(pagesOption('1-5000').length, 5000)
  for (const text of ['', ',', '0', '-3', '3-', '2-1', 'a', '1;2', '1-10001', '1-6000,7000-12000', '99999999999'])
    assert.throws(() => pagesOption(text), /1-3,7/, text)
  assert.deepEqual(outputsOption('text, markdown,text'), ['text', 'markdown'])
  for (const text of ['', 'Text', 'text,,x']) assert.throws(() => outputsOption(text), /markdown, text/)
})
