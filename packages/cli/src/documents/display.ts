import type { JobStatus, RunProgress } from '@polyparse/contract'
import { replaceControls } from '../output.ts'

/** Called as a job goes on, possibly with the same several times. */
export type JobListener = {
  readonly onStatus: (status: JobStatus) => void
  /** Called with how far a provider has come. */
  readonly onRun: (progress: RunProgress) => void
}

/** Receives the progress of one document, until `end`. */
export type DocumentProgress = JobListener & { end(words: string): void }

/** Shows progress; never writes to standard output. */
export type Display = Disposable & { watch(name: string): DocumentProgress; say(text: string): void }

export type Terminal = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

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
      onRun: ({ provider, state }) => {
        if (state !== 'waiting' && runs.get(provider) !== state) writeLine(`${replaceControls(provider)} ${state}`)
        runs.set(provider, state)
      },
      end: writeLine,
    }
  },
  say: (text) => void stream.write(`${text}\n`),
  [Symbol.dispose]: () => {},
})

/** The interval at which the elapsed seconds are redrawn. */
const redrawMs = 1000

/** Shows a line for each document in progress, below earlier messages, with its providers and elapsed time. */
const liveDisplay = (stream: Terminal): Display => {
  const active = new Map<symbol, () => string>()
  let drawn = 0

  const draw = (above = ''): void => {
    const width = Math.max(20, (stream.columns || 80) - 1)
    const lines = [...active.values()].map((line) => clipped(line(), width))
    const back = drawn === 0 ? '' : `\u001b[${drawn}A`
    stream.write(`${back}\r\u001b[J${above}${lines.map((line) => `${line}\n`).join('')}`)
    drawn = lines.length
  }
  const timer = setInterval(() => {
    if (active.size > 0) draw()
  }, redrawMs)
  timer.unref()

  return {
    watch: (name) => {
      const key = Symbol(name)
      const startedAt = performance.now()
      const runs = new Map<string, WatchedRun>()
      let status = 'sending'
      active.set(key, () => {
        const seconds = `${Math.floor((performance.now() - startedAt) / 1000)} s`
        const parts = [...runs.values()].map(({ progress, since }) => {
          const pages = progress.state === 'working' ? formatPageProgress(progress, performance.now() - since) : ''
          return `${progressStateMarks[progress.state]} ${replaceControls(progress.provider)}${pages}`
        })
        return [name, ...(parts.length === 0 ? [status] : parts), seconds].join('  ')
      })
      draw()
      return {
        onStatus: (now) => {
          status = now
          draw()
        },
        onRun: (progress) => {
          const known = runs.get(progress.provider)
          const since = known?.progress.state === progress.state ? known.since : performance.now()
          runs.set(progress.provider, { progress, since })
          draw()
        },
        end: (words) => {
          active.delete(key)
          draw(`${name}: ${words}\n`)
        },
      }
    },
    say: (text) => draw(`${text}\n`),
    [Symbol.dispose]: () => {
      clearInterval(timer)
      active.clear()
      draw()
    },
  }
}

/** The progress of a provider, and the time at which its state began. */
type WatchedRun = { readonly progress: RunProgress; readonly since: number }

/** Returns how many pages are done, and how long the others will take if they take as long; empty while none is. */
const formatPageProgress = ({ pagesDone, pagesTotal }: RunProgress, elapsedMs: number): string => {
  if (pagesDone === 0) return ''
  if (pagesTotal === undefined) return ` ${pagesDone} pages`
  const left = Math.ceil(((elapsedMs / pagesDone) * (pagesTotal - pagesDone)) / 1000)
  return ` ${pagesDone}/${pagesTotal} pages, ${left < 120 ? `${left} s` : `${Math.round(left / 60)} min`} left`
}

const progressStateMarks: Readonly<Record<RunProgress['state'], string>> = {
  waiting: '·',
  working: '…',
  parsed: '✓',
  failed: '✗',
  unsupported: '–',
}

/** Clips a line to one row of the terminal; redrawing counts on one row per line. */
const clipped = (line: string, width: number): string => {
  const characters = Array.from(line)
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`
}
