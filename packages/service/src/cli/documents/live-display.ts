import { harmless } from '../table.ts'
import type { Display, Terminal } from './display.ts'

/** How often the seconds are counted. */
const beatMs = 1000

/** A line for each document in work, below what has been said; each shows its providers and how long it takes. */
export const liveDisplay = (stream: Terminal): Display => {
  const active = new Map<symbol, () => string>()
  let drawn = 0

  const draw = (above = ''): void => {
    const width = Math.max(20, (stream.columns || 80) - 1)
    const lines = [...active.values()].map((line) => clipped(line(), width))
    const back = drawn === 0 ? '' : `\u001b[${drawn}A`
    stream.write(`${back}\r\u001b[J${above}${lines.map((line) => `${line}\n`).join('')}`)
    drawn = lines.length
  }
  const beat = setInterval(() => {
    if (active.size > 0) draw()
  }, beatMs)
  beat.unref()

  return {
    watch: (name) => {
      const own = Symbol(name)
      const startedAt = performance.now()
      const runs = new Map<string, string>()
      let status = 'sending'
      active.set(own, () => {
        const seconds = `${Math.floor((performance.now() - startedAt) / 1000)} s`
        const parts = [...runs].map(([provider, of]) => `${marks[of] ?? of} ${provider}`)
        return [name, ...(parts.length === 0 ? [status] : parts), seconds].join('  ')
      })
      draw()
      return {
        onStatus: (now) => {
          status = now
          draw()
        },
        onRun: (provider, now) => {
          runs.set(harmless(provider), now)
          draw()
        },
        end: (words) => {
          active.delete(own)
          draw(`${name}: ${words}\n`)
        },
      }
    },
    say: (text) => draw(`${text}\n`),
    [Symbol.dispose]: () => {
      clearInterval(beat)
      active.clear()
      draw()
    },
  }
}

const marks: Readonly<Record<string, string>> = {
  waiting: '·',
  working: '…',
  parsed: '✓',
  failed: '✗',
  unsupported: '–',
}

/** To one row of the terminal, or the next drawing would miss it. */
const clipped = (line: string, width: number): string => {
  const characters = Array.from(line)
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`
}
