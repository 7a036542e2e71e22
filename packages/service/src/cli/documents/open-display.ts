import { replaceControls } from '../table.ts'
import type { Display, Terminal } from './display.ts'
import { liveDisplay } from './live-display.ts'

/** Progress lines that change in place on a terminal; elsewhere a line for each change; no progress when quiet. */
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
    const writeLine = (words: string): void => void stream.write(`${name}: ${words}\n`)
    // An event stream that was cut off starts again with the current state.
    let isQueued = false
    const runs = new Map<string, string>()
    return {
      onStatus: (status) => {
        if (status === 'queued' && !isQueued) writeLine('queued')
        isQueued = true
      },
      onRun: (provider, status) => {
        if (status !== 'waiting' && runs.get(provider) !== status) writeLine(`${replaceControls(provider)} ${status}`)
        runs.set(provider, status)
      },
      end: writeLine,
    }
  },
  say: (text) => void stream.write(`${text}\n`),
  [Symbol.dispose]: () => {},
})
