import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { BlobNotFoundError, type BlobStore } from '../../src/blobs/blob-store.ts'

const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* chunksOf(...chunks: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk
    yield Buffer.from(chunk)
  }
}

/** A little over two mebibytes, in pieces of odd sizes. */
const large = (): Buffer[] => [70_001, 1, 65_536, 1_048_577, 900_000].map((size) => randomBytes(size))

const rangeOf = async (blobs: BlobStore, path: string, range: { start?: number; end?: number }): Promise<string> =>
  (await bytesOf(await blobs.read(path, range))).toString()

/** What every store of blobs must do. `open` gives an empty one, and a way to dispose of it. */
export const exerciseBlobStore = (
  name: string,
  open: () => Promise<{ blobs: BlobStore; close: () => Promise<void> }>,
) => {
  describe(name, () => {
    let blobs: BlobStore
    let close: () => Promise<void>
    before(async () => {
      ;({ blobs, close } = await open())
    })
    after(() => close())

    const paths = async (prefix: string) => (await Array.fromAsync(blobs.list(prefix), ({ path }) => path)).toSorted()

    describe('writing', () => {
      it('stores the content, and returns its size', async () => {
        const chunks = large()
        const whole = Buffer.concat(chunks)
        assert.deepEqual(await blobs.write('sources/large', chunksOf(...chunks)), { size: whole.length })
        const found = await bytesOf(await blobs.read('sources/large'))
        assert.equal(createHash('sha256').update(found).digest('hex'), createHash('sha256').update(whole).digest('hex'))
      })

      it('stores what is larger than it holds in memory, in pieces of any size', async () => {
        const mebibyte = 1024 ** 2
        for (const sizes of [[12 * mebibyte + 7], [5 * mebibyte], [5 * mebibyte, 5 * mebibyte, 1], [10 * mebibyte]]) {
          const chunks = sizes.map((size) => randomBytes(size))
          const whole = Buffer.concat(chunks)
          assert.deepEqual(await blobs.write('sources/parts', chunksOf(...chunks)), { size: whole.length })
          assert.ok((await bytesOf(await blobs.read('sources/parts'))).equals(whole))
          const [start, end] = [whole.length - 3 * mebibyte, whole.length - 5]
          const range = await bytesOf(await blobs.read('sources/parts', { start, end }))
          assert.ok(range.equals(whole.subarray(start, end)))
        }
      })

      it('accepts a stream as well', async () => {
        assert.deepEqual(await blobs.write('sources/stream', Readable.from([Buffer.from('ab'), Buffer.from('c')])), {
          size: 3,
        })
        assert.equal((await bytesOf(await blobs.read('sources/stream'))).toString(), 'abc')
      })

      it('stores empty content as an empty blob', async () => {
        assert.deepEqual(await blobs.write('sources/empty', chunksOf()), { size: 0 })
        assert.equal((await bytesOf(await blobs.read('sources/empty'))).length, 0)
      })

      it('leaves nothing behind when the content fails, and throws the same error', async () => {
        const reason = new Error('the client has gone')
        await assert.rejects(blobs.write('failed/a', chunksOf(randomBytes(2_000_000), reason)), reason)
        await assert.rejects(blobs.write('failed/b', chunksOf(randomBytes(12_000_000), reason)), reason)
        assert.deepEqual(await paths('failed/'), [])
      })

      it('ends when it is aborted, even if the next chunk never arrives', async () => {
        const controller = new AbortController()
        const reason = new Error('cancelled')
        const stuck = Promise.withResolvers<void>()
        const writing = blobs.write(
          'aborted/a',
          (async function* () {
            yield Buffer.from('first')
            stuck.resolve()
            await new Promise(() => {})
          })(),
          controller.signal,
        )
        await stuck.promise
        controller.abort(reason)
        await assert.rejects(writing, reason)
        await assert.rejects(blobs.write('aborted/b', chunksOf('late'), controller.signal), reason)
        assert.deepEqual(await paths('aborted/'), [])
      })

      it('keeps blobs apart that are written concurrently', async () => {
        const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`)
        await Promise.all(texts.map((text, n) => blobs.write(`parallel/${n % 3}/${n}`, chunksOf(text))))
        const found = await Promise.all(texts.map(async (_, n) => bytesOf(await blobs.read(`parallel/${n % 3}/${n}`))))
        assert.deepEqual(found.map(String), texts)
      })

      it('refuses invalid paths', async () => {
        for (const path of [
          '',
          '/a',
          'a/',
          'a//b',
          '../a',
          'a/../b',
          'a/./b',
          '.a',
          'a/.b',
          'A',
          'a b',
          'a\\b',
          'a\0b',
          'a\n',
        ])
          await assert.rejects(blobs.write(path, chunksOf('x')), RangeError, JSON.stringify(path))
      })
    })

    describe('reading', () => {
      before(async () => {
        await blobs.write('read/digits', chunksOf('0123456789'))
      })

      it('returns a range with an exclusive end', async () => {
        assert.equal(await rangeOf(blobs, 'read/digits', { start: 2, end: 5 }), '234')
        assert.equal(await rangeOf(blobs, 'read/digits', { start: 7 }), '789')
        assert.equal(await rangeOf(blobs, 'read/digits', { end: 3 }), '012')
        assert.equal(await rangeOf(blobs, 'read/digits', { start: 3, end: 3 }), '')
        assert.equal(await rangeOf(blobs, 'read/digits', { start: 8, end: 100 }), '89')
        assert.equal(await rangeOf(blobs, 'read/digits', { start: 100 }), '')
      })

      it('of a missing blob fails before the first byte', async () => {
        for (const path of ['read/nothing', 'read', 'nowhere/at/all', 'read/digits/below'])
          await assert.rejects(blobs.read(path), BlobNotFoundError, path)
      })

      it('refuses invalid paths', async () => {
        await assert.rejects(blobs.read('../read/digits'), RangeError)
      })

      it('continues even if the blob is deleted meanwhile', async () => {
        const content = randomBytes(3_000_000)
        await blobs.write('read/doomed', chunksOf(content))
        const stream = await blobs.read('read/doomed')
        await blobs.delete('read/doomed')
        assert.ok((await bytesOf(stream)).equals(content))
      })
    })

    describe('its clock', () => {
      it('is that of the times of its blobs', async () => {
        const second = 1000
        const before = (await blobs.now()).getTime()
        await blobs.write('timed/a', chunksOf('a'))
        const after = (await blobs.now()).getTime()
        const [written] = await Array.fromAsync(blobs.list('timed/'))
        assert.ok(written)
        const at = written.modifiedAt.getTime()
        assert.ok(before - second <= at && at <= after + second, `${before}, ${at}, ${after}`)
        await blobs.delete('timed/a')
      })
    })

    describe('deleting', () => {
      it('removes the blob and nothing else', async () => {
        await blobs.write('deleted/one/a', chunksOf('a'))
        await blobs.write('deleted/one/b', chunksOf('b'))
        await blobs.delete('deleted/one/a')
        await assert.rejects(blobs.read('deleted/one/a'), BlobNotFoundError)
        assert.deepEqual(await paths('deleted/'), ['deleted/one/b'])
      })

      it('of a missing blob is not an error', async () => {
        await blobs.delete('deleted/never')
        await blobs.delete('nowhere/at/all')
      })

      it('keeps the blob for those who asked for it, and for nobody else, until they release it', async (t) => {
        await blobs.write('kept/before', chunksOf('before'))
        await blobs.delete('kept/before')
        for (const path of ['kept/a', 'kept/b/c']) await blobs.write(path, chunksOf(path))
        const [one, other] = [blobs.keepDeleted(), blobs.keepDeleted()]
        if (one === null || other === null) return t.skip('this store cannot keep deleted blobs')
        const contentOf = async (path: string, from = one) => {
          const opened = await from.open(path)
          if (opened === null) return null
          const content = await bytesOf(opened.content)
          assert.equal(content.length, opened.size)
          return content.toString()
        }
        await blobs.delete('kept/b/c')
        await blobs.delete('kept/never')
        await assert.rejects(blobs.read('kept/b/c'), BlobNotFoundError)
        assert.deepEqual(await paths('kept/'), ['kept/a'])
        assert.deepEqual(
          await Promise.all(['kept/a', 'kept/b/c', 'kept/before', 'kept/never'].map((path) => contentOf(path))),
          ['kept/a', 'kept/b/c', null, null],
        )
        await one.release()
        await one.release()
        assert.equal(await blobs.removeUnfinished(new Date()), 0)
        assert.equal(await contentOf('kept/b/c', other), 'kept/b/c')
        await other.release()
        assert.equal(await contentOf('kept/b/c', other), null)
        assert.equal(await contentOf('kept/a', other), 'kept/a')
        await blobs.delete('kept/a')
        assert.equal(await contentOf('kept/a', other), null)
      })

      it('frees the path to be written again', async () => {
        for (let n = 0; n < 20; n += 1)
          await Promise.all([blobs.delete('again/folder/a'), blobs.write(`again/folder/b${n}`, chunksOf('b'))])
        assert.equal((await paths('again/')).length, 20)
      })
    })

    describe('listing', () => {
      before(async () => {
        for (const path of ['list/a/1', 'list/a/2', 'list/ab/3', 'list/b']) await blobs.write(path, chunksOf(path))
      })

      it('returns every blob whose path starts with the prefix', async () => {
        assert.deepEqual(await paths('list/'), ['list/a/1', 'list/a/2', 'list/ab/3', 'list/b'])
        assert.deepEqual(await paths('list/a'), ['list/a/1', 'list/a/2', 'list/ab/3'])
        assert.deepEqual(await paths('list/a/'), ['list/a/1', 'list/a/2'])
        assert.deepEqual(await paths('list/none/'), [])
        assert.ok((await paths('')).includes('list/b'))
      })

      it('returns them in the order of their bytes, and only those after a path', async () => {
        for (const path of ['order/a/x', 'order/a-b', 'order/a.c', 'order/a0', 'order/b/1/2', 'order/b/1-2'])
          await blobs.write(path, chunksOf('x'))
        const inOrder = ['order/a-b', 'order/a.c', 'order/a/x', 'order/a0', 'order/b/1-2', 'order/b/1/2']
        const found = (prefix: string, after?: string) =>
          Array.fromAsync(blobs.list(prefix, after === undefined ? {} : { after }), ({ path }) => path)
        assert.deepEqual(await found('order/'), inOrder)
        for (const [index, path] of inOrder.entries())
          assert.deepEqual(await found('order/', path), inOrder.slice(index + 1), path)
        assert.deepEqual(await found('order/', 'order/a/'), inOrder.slice(2))
        assert.deepEqual(await found('order/b/', 'order/a'), inOrder.slice(4))
        assert.deepEqual(await found('order/a', 'order/b'), [])
      })

      it('returns size and time', async () => {
        const [found] = await Array.fromAsync(blobs.list('list/b'))
        assert.equal(found?.size, 'list/b'.length)
        assert.ok(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0)) < 60 * 60 * 1000)
      })

      it('shows no unfinished blob', async () => {
        const seen: string[][] = []
        await blobs.write(
          'list/slow',
          (async function* () {
            yield randomBytes(2_000_000)
            seen.push(await paths(''))
          })(),
        )
        assert.deepEqual(
          seen.flat().filter((path) => path.includes('slow')),
          [],
        )
        assert.ok((await paths('')).includes('list/slow'))
      })

      it('refuses prefixes that lead outside', async () => {
        await assert.rejects(paths('../'), RangeError)
      })
    })

    it('removes writes that began long ago and never finished, and nothing else', async () => {
      await blobs.write('unfinished/whole', chunksOf('x'))
      await blobs.write(
        'unfinished/slow',
        (async function* () {
          yield randomBytes(12_000_000)
          assert.equal(await blobs.removeUnfinished(new Date(Date.now() - 24 * 3600 * 1000)), 0)
        })(),
      )
      assert.equal(await blobs.removeUnfinished(new Date(Date.now() + 60_000)), 0)
      assert.deepEqual(await paths('unfinished/'), ['unfinished/slow', 'unfinished/whole'])
    })

    it('reports how much room is left, or that it is unknown', async () => {
      const free = await blobs.freeBytes()
      assert.ok(free === null || free > 0)
    })
  })
}
