import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { memoryGrowth } from '@polyparse/test-support/memory'
import { type Measurement, medianOfSamples, timed } from '@polyparse/test-support/statistics'
import type { Server } from '../test/support/server.ts'

const size = 100 * 1024 * 1024
const client = new URL('upload-client.ts', import.meta.url).pathname

const makeFile = async (path: string): Promise<void> => {
  const file = await open(path, 'w')
  const block = randomBytes(1024 * 1024)
  for (let written = 0; written < size; written += block.length) await file.write(block)
  await file.close()
}

/** The least that any server must do: read the stream, hash it, write it, sync it. */
const plainCopy = async (from: string, to: string): Promise<void> => {
  const hash = createHash('sha256')
  const file = await open(to, 'w')
  for await (const chunk of createReadStream(from, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk)
    await file.write(chunk)
  }
  hash.digest()
  await file.sync()
  await file.close()
  await rm(to)
}

const startClient = (url: string, key: string, path: string) => {
  const child = spawn(process.execPath, [client, url, key, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  return {
    upload: async (): Promise<number> => {
      child.stdin.write(`${randomUUID()}\n`)
      const [line] = await once(lines, 'line')
      return Number(line)
    },
    end: () => child.stdin.end(),
  }
}

/** 100 MiB uploads against a plain copy of the same bytes, in turn, and the memory they take. */
export const measureUploads = async (server: Server, key: string, folder: string): Promise<Measurement[]> => {
  const path = join(folder, 'random.bin')
  await makeFile(path)
  const clients = Array.from({ length: 4 }, () => startClient(server.url, key, path))
  const [first] = clients
  const pid = server.child.pid
  if (first === undefined || pid === undefined) throw new Error('nothing to measure')

  const uploads: number[] = []
  const copies: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const copy = await timed(() => plainCopy(path, join(folder, 'copy.bin')))
    const upload = await first.upload()
    // The first round warms up both sides.
    if (round > 0) {
      copies.push(copy)
      uploads.push(upload)
    }
  }
  await Promise.all(clients.map(({ upload }) => upload()))
  const one = await memoryGrowth(pid, () => first.upload())
  const four = await memoryGrowth(pid, () => Promise.all(clients.map(({ upload }) => upload())))
  for (const { end } of clients) end()

  const ratio = medianOfSamples(uploads) / medianOfSamples(copies)
  const mebibytes = (bytes: number | null) => (bytes ?? Number.NaN) / 1024 ** 2
  return [
    { name: '100 MiB: plain copy, SHA-256, fsync', value: medianOfSamples(copies), unit: 'ms' },
    { name: '100 MiB: upload', value: medianOfSamples(uploads), unit: 'ms' },
    { name: '100 MiB: upload ÷ plain copy', value: ratio, unit: '×', aim: '≤ 1.2', holds: ratio <= 1.2 },
    { name: 'memory growth, one upload', value: mebibytes(one), unit: 'MiB', aim: '< 16', holds: mebibytes(one) < 16 },
    {
      name: 'memory growth, four at once',
      value: mebibytes(four),
      unit: 'MiB',
      aim: '< 128',
      holds: mebibytes(four) < 128,
    },
  ]
}
