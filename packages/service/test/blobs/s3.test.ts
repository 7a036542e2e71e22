import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { openS3Blobs } from '../../src/blobs/s3/s3.ts'
import { exerciseBlobStore } from '../conformance/blob-store.ts'
import { noS3Server, startS3Server, type S3Server } from '../support/s3-server.ts'

describe('on a real server', { skip: noS3Server }, () => {
  let server: S3Server
  before(async () => {
    server = await startS3Server()
    Object.assign(process.env, server.environment)
  })
  after(() => server.close())

  const open = (prefix: string, bucket = server.bucket) =>
    openS3Blobs({ bucket, prefix, endpoint: server.endpoint, region: null, pathStyle: true, answerMs: 2000 })

  exerciseBlobStore('blobs in a bucket', async () => ({ blobs: await open('all/of-it'), close: async () => {} }))
  exerciseBlobStore('blobs in a bucket of their own', async () => {
    await server.client.send(new CreateBucketCommand({ Bucket: 'alone' }))
    return { blobs: await open('', 'alone'), close: async () => {} }
  })

  it('a missing bucket is refused when it is opened', async () => {
    await assert.rejects(open('', 'another'), StorageUnavailableError)
  })

  it('objects outside the prefix are neither seen nor touched', async () => {
    const blobs = await open('mine')
    for (const key of ['mine-too/a', 'other/a'])
      await server.client.send(new PutObjectCommand({ Bucket: server.bucket, Key: key, Body: 'x' }))
    assert.deepEqual(await Array.fromAsync(blobs.list('')), [])
  })

  it('a list of more than one page is complete, and begins after any path', async () => {
    const names = Array.from({ length: 1100 }, (_, n) => `many/${String(n).padStart(4, '0')}`)
    // Objects are files in the server's folder; creating a thousand by requests would be slow.
    await mkdir(join(server.folder, server.bucket, 'pages', 'many'), { recursive: true })
    await Promise.all(names.map((name) => writeFile(join(server.folder, server.bucket, 'pages', name), 'x')))
    const blobs = await open('pages')
    assert.deepEqual(await Array.fromAsync(blobs.list('many/'), ({ path }) => path), names)
    assert.deepEqual(
      await Array.fromAsync(blobs.list('', { after: 'many/0999' }), ({ path }) => path),
      names.slice(1000),
    )
  })

  it('old uploads in parts of dead processes are aborted, under this prefix only', async () => {
    const blobs = await open('died')
    const begin = async (key: string) => {
      await server.client.send(new CreateMultipartUploadCommand({ Bucket: server.bucket, Key: key }))
    }
    await begin('died/results/a')
    await begin('died/results/b')
    await begin('died-not/results/c')
    const begun = async () => {
      const { Uploads: uploads } = await server.client.send(new ListMultipartUploadsCommand({ Bucket: server.bucket }))
      return uploads?.map(({ Key }) => Key) ?? []
    }
    assert.equal(await blobs.removeUnfinished(new Date(Date.now() - 3_600_000)), 0)
    assert.equal((await begun()).length, 3)
    const unfinished = await Array.fromAsync(blobs.listUnfinished(new Date(Date.now() + 60_000)))
    assert.deepEqual(
      unfinished.map((name) => name.split(' ')[0]),
      ['results/a', 'results/b'],
    )
    assert.equal(await blobs.removeUnfinished(new Date(Date.now() + 60_000)), 2)
    assert.deepEqual(await begun(), ['died-not/results/c'])
  })

  it('a server that is killed in the middle of an upload leaves nothing behind once it is back', async () => {
    const blobs = await open('killed')
    const writing = blobs.write(
      'results/a',
      (async function* () {
        yield Buffer.alloc(12_000_000)
        await server.kill()
        yield Buffer.alloc(12_000_000)
      })(),
    )
    await assert.rejects(writing, StorageUnavailableError)
    await assert.rejects(blobs.write('results/b', oneByte()), StorageUnavailableError)
    await server.restart()
    await blobs.removeUnfinished(new Date(Date.now() + 60_000))
    assert.deepEqual(await Array.fromAsync(blobs.list('')), [])
    await blobs.write('results/b', oneByte())
    assert.equal((await buffer(await blobs.read('results/b'))).length, 1)
  })
})

async function* oneByte() {
  yield Buffer.from('x')
}
