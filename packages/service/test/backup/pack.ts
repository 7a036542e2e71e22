import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { manifestName, sumLine, sumsName } from '../../src/backup/format.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from '../../src/lib/tar.ts'

type Packed = { readonly name: string; readonly content: Uint8Array }

/** The files of a backup, without their sums. */
export const unpack = async (path: string): Promise<Packed[]> => {
  await using file = await open(path)
  const all = await Array.fromAsync(readTar(file), async ({ name, read }) => ({ name, content: await buffer(read()) }))
  return all.filter(({ name }) => name !== sumsName)
}

/** A backup of these files, with sums that match. */
export const pack = (files: readonly Packed[]): Buffer => {
  const sums = files.map(({ name, content }) => sumLine(createHash('sha256').update(content).digest('hex'), name))
  const all = [...files, { name: sumsName, content: Buffer.from(sums.join('')) }]
  const blocks = all.flatMap(({ name, content }) => [
    tarHeader({ name, size: content.length }, new Date()),
    content,
    tarPadding(content.length),
  ])
  return Buffer.concat([...blocks, tarEnd])
}

/** The same files with another manifest. */
export const withManifest = (files: readonly Packed[], change: object): Packed[] =>
  files.map(({ name, content }) =>
    name === manifestName
      ? { name, content: Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(content).toString()), ...change })) }
      : { name, content },
  )
