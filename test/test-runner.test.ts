import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runTestFile, runTestFiles } from '../scripts/testing/run-file.ts'

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}

describe('A test file', { concurrency: true }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-runner-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const run = async (name: string, text: string, stop = new AbortController().signal) => {
    const file = join(folder, `${name}.test.mjs`)
    await writeFile(
      file,
      `import { spawn } from 'node:child_process'\nimport { after, before, it } from 'node:test'\n${text}`,
    )
    const patience = { testMs: 20_000, silenceMs: 8_000 }
    return runTestFile(file, { argv: [], env: { ...process.env, PLACE: folder }, patience, stop })
  }
  /** Starts a child that would live for ever, and records its process id. */
  const startChild = (name: string) =>
    `const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
     ;(await import('node:fs')).writeFileSync(process.env.PLACE + ${JSON.stringify(`/${name}.pid`)}, String(child.pid))`
  const childOf = async (name: string) => Number(await readFile(join(folder, `${name}.pid`), 'utf8'))

  it('that passes says what ran, what was skipped and what it cost', async () => {
    const { problem, ran, skipped, seconds } = await run(
      'passes',
      `it('one', () => {}); it('two', { skip: 'no server' }, () => {})`,
    )
    assert.deepEqual({ problem, ran, skipped }, { problem: null, ran: 1, skipped: ['no server'] })
    assert.ok(seconds > 0)
  })

  it('whose test fails is a failure, with what it printed', async () => {
    const { problem, output } = await run('fails', `it('adds', () => { throw new Error('it does not add') })`)
    assert.equal(problem, 'ended with 1')
    assert.match(output, /it does not add/)
  })

  it('without a test is a failure', async () => {
    assert.equal((await run('empty', '')).problem, 'has no tests')
  })

  it('whose hook fails after it has started a process is a failure, and the process is killed', async () => {
    const { problem, output } = await run(
      'hook',
      `before(async () => { ${startChild('hook')}; throw new Error('the hook fails') }); it('waits', () => {})`,
    )
    assert.match(problem ?? '', /^did not end: its tests are over, and something that they left open keeps it$/)
    assert.match(output, /the hook fails/)
    assert.ok(!isAlive(await childOf('hook')))
  })

  it('that leaves a process behind is a failure, and the process is killed', async () => {
    const { problem } = await run('leaves', `it('starts', async () => { ${startChild('leaves')}; child.unref() })`)
    assert.equal(problem, 'left processes behind')
    assert.ok(!isAlive(await childOf('leaves')))
  })

  it('that hangs is killed, and its test named', async () => {
    const { problem } = await run('hangs', `it('hangs', () => new Promise((resolve) => setTimeout(resolve, 60_000)))`)
    assert.equal(problem, 'did not end: nothing comes of “hangs”')
  })

  it('that is interrupted is ended, with its processes', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 3000)
    const text = `it('waits', async () => { ${startChild('stop')}; await new Promise((resolve) => child.on('exit', resolve)) })`
    const { problem } = await run('stop', text, stop.signal)
    assert.equal(problem, 'was interrupted')
    assert.ok(!isAlive(await childOf('stop')))
  })
})

describe('Test files that share a process', { concurrency: true }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-runner-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const run = async (texts: Readonly<Record<string, string>>, patience = { testMs: 3_000, silenceMs: 20_000 }) => {
    const files: string[] = []
    for (const [name, text] of Object.entries(texts)) {
      const file = join(folder, `${name}.test.mjs`)
      await writeFile(file, `import assert from 'node:assert/strict'\nimport { before, it } from 'node:test'\n${text}`)
      files.push(file)
    }
    const { endings, left } = await runTestFiles(files, {
      argv: [],
      env: process.env,
      patience,
      stop: new AbortController().signal,
    })
    return {
      endings: endings.map(({ file, problem, ran }) => [basename(file, '.test.mjs'), problem, ran]),
      outputs: endings.map(({ output }) => output).join(''),
      left: left.map((file) => basename(file, '.test.mjs')),
    }
  }

  it('have hooks, results and failures of their own', async () => {
    const { endings, outputs } = await run({
      hooked: `let hooked = 0; before(() => { hooked += 1 }); it('one', () => assert.equal(hooked, 1)); it('two', () => {})`,
      failing: `it('adds', () => { throw new Error('it does not add') })`,
      sound: `it('three', () => {})`,
      none: '',
    })
    assert.deepEqual(endings, [
      ['hooked', null, 2],
      ['failing', 'has tests that failed', 2],
      ['sound', null, 1],
      ['none', 'has no tests', 0],
    ])
    assert.match(outputs, /adds: .*it does not add/)
  })

  it('are run by themselves where they are awaited, or come after one that hangs', async () => {
    const texts = {
      quick: `it('one', () => {})`,
      awaited: `await null; it('two', () => {})`,
      hanging: `it('hangs', () => new Promise((resolve) => setTimeout(resolve, 60_000)))`,
      later: `it('three', () => {})`,
    }
    const { endings, left } = await run(texts, { testMs: 60_000, silenceMs: 5_000 })
    assert.deepEqual(endings.slice(0, 1), [['quick', null, 1]])
    assert.match(String(endings[1]), /^hanging,did not end: nothing comes of .*“hangs”/)
    assert.deepEqual(left, ['awaited', 'later'])
  })

  it('each have the usual time', async () => {
    const { endings } = await run({
      slow: `it('takes', () => new Promise((resolve) => setTimeout(resolve, 5_000)))`,
      next: `it('one', () => {})`,
    })
    assert.deepEqual(endings, [
      ['slow', 'has tests that failed', 2],
      ['next', null, 1],
    ])
  })
})
