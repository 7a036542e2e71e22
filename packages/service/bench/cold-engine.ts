import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { defaultRequest } from '@polyparse/engine'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'

/*
 * Starts an engine in a folder, has it read one document as often as is asked, and ends: what `cold.ts` measures from outside.
 * Without a folder it only loads what it would need for that.
 */

const [spoolDirectory, path = '', mediaType = '', times = '0'] = process.argv.slice(2)
if (spoolDirectory !== undefined) {
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory, preload: false })
  await sandbox.layers
  await sandbox.warm
  const request = { ...defaultRequest, mediaType }
  const open = async (): Promise<Readable> => Readable.from([await readFile(path)])
  for (let time = 0; time < Number(times); time += 1)
    await sandbox.run('auto', { open, request }, new AbortController().signal)
  await sandbox.close()
}
