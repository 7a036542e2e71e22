import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { systemCallFilter } from '../src/confinement/system-call-filter.ts'
import { conditionalCalls, newCalls, prctl, refusedCalls } from '../src/confinement/system-calls.ts'

/** The numbers that the headers of the system give to system calls, by the name of the call. */
const numbersIn = (header: string): ReadonlyMap<string, number> | null => {
  const options = ['-E', '-dM', '-D__ARCH_WANT_NEW_STAT', '-D__ARCH_WANT_MEMFD_SECRET', '-']
  const { stdout, status } = spawnSync('cc', options, { input: `#include <${header}>`, encoding: 'utf8' })
  if (status !== 0) return null
  const defined = new Map(
    [...stdout.matchAll(/^#define __NR(?:3264)?_(\w+) (\d+)$/gm)].map(([, name, n]) => [name, Number(n)]),
  )
  return new Map([...defined].flatMap(([name, number]) => (name === undefined ? [] : [[name, number]])))
}

describe('the filter of system calls', () => {
  for (const [index, header] of ['asm/unistd_64.h', 'asm-generic/unistd.h'].entries()) {
    it(`has the numbers of ${header}`, (context) => {
      const numbers = numbersIn(header)
      if (numbers === null) return context.skip('there is no C compiler with kernel headers for this architecture')
      const calls = Object.entries({
        ...refusedCalls,
        ...Object.fromEntries(Object.entries(conditionalCalls).map(([name, { numbers: each }]) => [name, each])),
        prctl: [prctl.x64, prctl.arm64],
      })
      for (const [name, each] of calls) {
        const expected = each[index] ?? undefined
        if (expected !== undefined || numbers.has(name)) assert.equal(numbers.get(name), expected, name)
      }
      for (const [name, number] of Object.entries(newCalls.allowed)) {
        assert.ok(number >= newCalls.first)
        const known = numbers.get(name)
        if (known !== undefined) assert.equal(known, number, name)
      }
    })
  }

  it('is a program that the kernel takes: every jump stays inside, every way ends', () => {
    for (const arch of ['x64', 'arm64']) {
      const filter = systemCallFilter(arch)
      assert.ok(filter !== null)
      const instructions = filter.program.split(';').map((each) => each.split(','))
      assert.ok(instructions.length <= 4096)
      assert.equal(instructions.at(-1)?.[0], String(0x06))
      for (const [at, [, ifTrue, ifFalse]] of instructions.entries())
        assert.ok(Math.max(Number(ifTrue), Number(ifFalse)) < 256 && at + Number(ifTrue) < instructions.length)
    }
    assert.equal(systemCallFilter('riscv64'), null)
  })
})
