import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { readTar, tarEnd, TarError, tarHeader, tarPadding } from '../../src/lib/tar.ts'

const at = new Date('2030-01-31T12:00:00Z')
const files = [
  { name: 'empty', content: Buffer.alloc(0) },
  { name: 'folder/full-block', content: randomBytes(512) },
  { name: 'n'.repeat(100), content: randomBytes(700_001) },
]

describe('an archive', () => {
  let folder: string
  let file: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-tar-'))
    file = join(folder, 'archive')
    const parts = files.map(({ name, content }) =>
      Buffer.concat([tarHeader({ name, size: content.length }, at), content, tarPadding(content.length)]),
    )
    await writeFile(file, Buffer.concat([...parts, tarEnd]))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const readAll = async (path = file) => {
    const handle = await open(path)
    try {
      return await Array.fromAsync(readTar(handle), async ({ name, read }) => ({ name, content: await buffer(read()) }))
    } finally {
      await handle.close()
    }
  }

  it('has the files that were written, in their order', async () => {
    assert.deepEqual(await readAll(), files)
  })

  it(
    'is read by the tar of the system',
    { skip: spawnSync('tar', ['--version']).status !== 0 && 'there is no tar' },
    () => {
      const listed = execFileSync('tar', ['--list', '--file', file], { encoding: 'utf8' })
      assert.deepEqual(
        listed.trim().split('\n'),
        files.map(({ name }) => name),
      )
      for (const { name, content } of files)
        assert.ok(execFileSync('tar', ['--extract', '--to-stdout', '--file', file, name]).equals(content), name)
    },
  )

  it('has files of any size', async () => {
    const large = join(folder, 'large')
    const size = 9 * 1024 ** 3
    await writeFile(large, tarHeader({ name: 'large', size }, at))
    // A hole, which takes no room on the disk and is read as zeros.
    await truncate(large, 512 + size + tarEnd.length)
    const handle = await open(large)
    try {
      assert.deepEqual(await Array.fromAsync(readTar(handle), ({ name, size: read }) => [name, read]), [
        ['large', size],
      ])
    } finally {
      await handle.close()
    }
  })

  it('is refused wherever it is cut off, and when something follows it', async () => {
    const whole = await buffer((await open(file)).createReadStream())
    const other = join(folder, 'other')
    for (const length of [0, 1, 511, 512, 1000, 1536, whole.length - 1024, whole.length - 512, whole.length - 1]) {
      await writeFile(other, whole.subarray(0, length))
      await assert.rejects(readAll(other), TarError, String(length))
    }
    await writeFile(other, Buffer.concat([whole, Buffer.alloc(512)]))
    await assert.rejects(readAll(other), TarError)
  })

  it('is refused when a header is damaged', async () => {
    const damaged = await buffer((await open(file)).createReadStream())
    damaged[0] = 0x45
    await writeFile(join(folder, 'damaged'), damaged)
    await assert.rejects(readAll(join(folder, 'damaged')), TarError)
  })

  it('has no names of more than 100 bytes', () => {
    assert.throws(() => tarHeader({ name: 'ü'.repeat(51), size: 0 }, at), RangeError)
  })
})
