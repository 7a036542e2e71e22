import { harmless } from '../table.ts'
import type { Display, Terminal } from './display.ts'
import { liveDisplay } from './live-display.ts'

/** Lines that change in place on a terminal; elsewhere a line for each change; nothing of both when it is to be quiet. */
export const openDisplay = ({ quiet = false }: { quiet?: boolean | undefined }, stream: Terminal): Display => {
  if (quiet) return silentDisplay(stream)
  return stream.isTTY === true ? liveDisplay(stream) : plainDisplay(stream)
}

const silentDisplay = (stream: Terminal): Display => ({
  watch: () => ({ onStatus: () => {}, onRun: () => {}, end: () => {} }),
  say: (text) => void stream.write(`${text}\n`),
  [Symbol.dispose]: () => {},
})

const plainDisplay = (stream: Terminal): Display => ({
  watch: (name) => {
    const print = (words: string): void => void stream.write(`${name}: ${words}\n`)
    // A stream of events that was broken off begins again with what is known.
    let isQueued = false
    const runs = new Map<string, string>()
    return {
      onStatus: (status) => {
        if (status === 'queued' && !isQueued) print('queued')
        isQueued = true
      },
      onRun: (provider, status) => {
        if (status !== 'waiting' && runs.get(provider) !== status) print(`${harmless(provider)} ${status}`)
        runs.set(provider, status)
      },
      end: print,
    }
  },
  say: (text) => void stream.write(`${text}\n`),
  [Symbol.dispose]: () => {},
})
