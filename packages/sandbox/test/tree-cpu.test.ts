import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOfCommand } from '@polyparse/test-support/tree-cpu'

const busy = (milliseconds: number): string =>
  `const end = performance.now() + 10_000; while (process.cpuUsage().user < ${milliseconds * 1000} && performance.now() < end);`

test('what a process costs that nobody waits for counts as cost of the command that has started it', async () => {
  const left = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy(400))}], { detached: true }).unref(); setTimeout(() => {}, 2500)`
  const { cpuMs } = await costOfCommand([process.execPath, '-e', left])
  assert.ok(cpuMs > 350, `${cpuMs} ms`)
})

test('a command that fails is none that was measured', async () => {
  await assert.rejects(costOfCommand([process.execPath, '-e', 'process.exit(3)']), /ended with 3/)
})
