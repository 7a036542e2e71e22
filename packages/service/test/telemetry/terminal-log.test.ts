import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { terminalLog } from '../../src/terminal-log.ts'

const linesOf = (level: 'info' | 'debug'): string[] => {
  const written: string[] = []
  const destination = new Writable({
    write(piece, _encoding, done) {
      written.push(String(piece))
      done()
    },
  })
  const logger = terminalLog({ level }, destination)
  const request = logger.child({ requestId: 'r1' })
  request.info({ method: 'GET', path: '/app.js', status: 200, route: '/*' }, 'request')
  request.info({ method: 'POST', path: '/api/v1/jobs', status: 202, jobId: 'j1' }, 'request')
  request.info({ method: 'GET', path: '/nothing', status: 404 }, 'request')
  logger.info({ jobId: 'j1', status: 'complete' }, 'job ended')
  return written.join('').split('\n').slice(0, -1)
}

test('the log of a terminal has one line for a job, and one for a request only if it was refused', () => {
  const [refused, ended, ...more] = linesOf('info')
  assert.match(refused ?? '', /request \{.*"status":404/)
  assert.match(ended ?? '', /job ended \{"jobId":"j1","status":"complete"\}$/)
  assert.deepEqual(more, [])
})

test('the log of a terminal has every request, each on a line, where more is asked for', () => {
  assert.equal(linesOf('debug').length, 4)
})
