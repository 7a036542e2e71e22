import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { serialize } from 'node:v8'
import { LiteParse } from '@polyparse/pages/layout-library'
import type { Document } from '@polyparse/document'
import { type Engine, EngineFailure, type EngineRequest, type EngineTable, type ReadListener } from '@polyparse/engine'
import { flowDocument } from '@polyparse/formats/markup'
import { codeOf, escapes } from './escapes.ts'

/** The part of it that is needed here; outside of browsers the compiler does not know it. */
declare const WebAssembly: {
  readonly Memory: new (options: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number }
}

/** Engines that do what hostile documents might make an engine do. */

const engine = (read: (text: string, listener: ReadListener) => unknown): (() => Promise<Engine>) => {
  const made: Engine = {
    warmUp: async () => {},
    read: async (bytes, request, listener = noListener) =>
      documentOfEngineResult(await read(Buffer.from(bytes).toString(), listener), request),
  }
  return async () => made
}

const noListener: ReadListener = { onPage: () => {}, onProgress: () => {} }

const documentOfEngineResult = (result: unknown, request: EngineRequest): Promise<Document> =>
  flowDocument([{ type: 'paragraph', text: String(result) }], { mimeType: 'text/plain' }, request)

const spoolFolder = (): string => {
  const flag = process.execArgv.find(
    (argument) => argument.startsWith('--allow-fs-read=') && argument.includes('/engine-'),
  )
  return flag?.slice('--allow-fs-read='.length) ?? ''
}

/** Sends what a process sends when it no longer runs its own program. */
const say = (bytes: Uint8Array): void => {
  try {
    writeSync(3, bytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
  }
}

/** Uses so many milliseconds of CPU time. */
const spend = (milliseconds: number): void => {
  const spent = (): number => process.cpuUsage().user + process.cpuUsage().system
  const until = spent() + milliseconds * 1000
  while (spent() < until);
}

const frame = (value: unknown): Buffer => {
  const body = serialize(value)
  const header = Buffer.alloc(5)
  header.writeUInt32LE(body.length)
  return Buffer.concat([header, body])
}

/** The identity of this process; its number is that of every engine process in a namespace of its own. */
const identity = randomUUID()

export const troublesomeEngines: EngineTable = {
  echo: engine((text) => text),
  identity: engine(() => identity),
  loop: engine(() => {
    for (;;);
  }),
  /** Says that it reads, and then its thread never does anything again. */
  block: engine((_, { onPage }) => {
    onPage(1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }),
  sleep: engine(() => new Promise(() => {})),
  hoard: engine(async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(8 * 1024 * 1024, kept.length))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }),
  exit: engine(() => process.exit(0)),
  abort: engine(() => process.abort()),
  unhandled: engine(async () => {
    void Promise.reject(new Error('nobody handles this'))
    await new Promise(() => {})
  }),
  fail: engine((text) => {
    throw new TypeError(`a bug with ${text}`)
  }),
  encrypted: engine(() => {
    throw new EngineFailure('document_encrypted', 'The document is encrypted.')
  }),
  misshapen: async () => ({
    warmUp: async () => {},
    read: async () => JSON.parse('{"pages":[{"number":"1"}]}'),
  }),
  ...Object.fromEntries(Object.entries(escapes).map(([name, attempt]) => [name, engine(attempt)])),
  writeFile: engine(() => codeOf(() => writeFileSync(join(spoolFolder(), 'new'), 'text'))),
  neighbours: engine(() => codeOf(() => readFileSync(dirname(spoolFolder())))),
  run: engine(() => codeOf(() => spawnSync('true'))),
  environment: engine(() => JSON.stringify(Object.keys(process.env))),
  growing: engine(() => {
    Reflect.set(globalThis, 'kept', Buffer.alloc(200 * 1024 * 1024, 1))
    return identity
  }),
  slowPage: engine(async (_, { onPage }) => {
    onPage(6)
    onPage(7)
    await new Promise(() => {})
  }),
  slowPageInALoop: engine((_, { onPage }) => {
    onPage(8)
    for (;;);
  }),
  busyPages: engine(async (count, { onPage }) => {
    for (let page = 1; page <= Number(count); page++) {
      onPage(page)
      await new Promise((resolve) => setImmediate(resolve))
      spend(200)
    }
    onPage(null)
    await new Promise((resolve) => setImmediate(resolve))
    spend(1500)
    return 'all pages'
  }),
  // It makes pauses, in which they are sent: in a loop without any they would fill the memory of their own process.
  endlessPages: engine(async (_, { onPage }) => {
    for (;;) {
      for (let count = 0; count < 100; count++) onPage(1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }),
  heap: engine(async () => {
    const kept: string[][] = []
    for (;;) {
      kept.push(Array.from({ length: 100_000 }, (_, index) => `${index} of ${kept.length}`))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }),
  webAssembly: engine(async () => {
    const memory = new WebAssembly.Memory({ initial: 1 })
    for (;;) {
      memory.grow(256)
      new Uint8Array(memory.buffer).fill(1, memory.buffer.byteLength - 256 * 65_536)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }),
  /** Says that it is at a page, and goes on once it was stopped for a second. */
  stoppedPage: engine(async (_, { onPage, onProgress }) => {
    // Taken before anything is said, since the stop may come before the next line runs.
    let before = performance.now()
    onPage(1)
    onProgress({ done: 0, total: 1 })
    for (let gap = 0; gap < 1000;) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      const now = performance.now()
      gap = now - before
      before = now
    }
    return 'was stopped'
  }),
  /** Says that it is done just before it answers. */
  lastPage: engine((text, { onProgress }) => {
    onProgress({ done: 1, total: 1 })
    return text
  }),
  /** Tells of three pages, the second of which is too large to be sent. */
  pages: async () => ({
    warmUp: async () => {},
    read: async (bytes, request, listener) => {
      const own = Buffer.from(bytes).toString()
      for (const [index, text] of [own, 'x'.repeat(2_000_000), own].entries()) {
        const { pages, ...document } = await documentOfEngineResult(text, request)
        listener?.onPageRead?.({ ...document, pages: pages.map((page) => ({ ...page, number: index + 1 })) })
      }
      return documentOfEngineResult(listener?.onPageRead === undefined ? 'untold' : 'told', request)
    },
  }),
  unaskedPage: engine(async () => {
    say(frame({ kind: 'page_read', number: 1, serialized: new Uint8Array(1) }))
    await new Promise(() => {})
  }),
  work: engine(() => {
    spend(150)
    return 'worked'
  }),
  allocate: engine((bytes) => codeOf(() => new ArrayBuffer(Number(bytes)))),
  hoardAtOnce: engine(() => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1))
  }),
  flood: engine(() => {
    for (;;) say(frame({ kind: 'ready' }))
  }),
  hugeFrame: engine(async () => {
    say(Buffer.from([255, 255, 255, 127, 1]))
    await new Promise(() => {})
  }),
  noise: engine(async () => {
    say(Buffer.from([4, 0, 0, 0, 0, 1, 2, 3, 4]))
    await new Promise(() => {})
  }),
  hugeResult: engine((text) => text.repeat(4 * 1024 * 1024)),
  nativeFile: engine((path) =>
    new LiteParse({ quiet: true, ocrEnabled: false }).parse(path).then(
      () => 'allowed',
      () => 'closed',
    ),
  ),
  nativeNetwork: async () => ({
    warmUp: async () => {},
    read: async (bytes, request) => {
      const ocrServerUrl = `http://127.0.0.1:${request.password}`
      const server = new LiteParse({ quiet: true, ocrEnabled: true, ocrServerUrl })
      return documentOfEngineResult(
        await server.parse(Buffer.from(bytes)).then(
          () => 'done',
          () => 'failed',
        ),
        request,
      )
    },
  }),
}

/** The name under which a sandbox loads the engines of a module. */
export { troublesomeEngines as engines }
