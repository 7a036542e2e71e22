import { Counter, type Registry } from 'prom-client'
import { BlobNotFoundError, type BlobStore } from '../blobs/blob-store.ts'

export type BlobMetrics = {
  readonly bytes: Counter<'direction'>
  readonly operations: Counter<'operation' | 'outcome'>
}

export const createBlobMetrics = (registry: Registry): BlobMetrics => ({
  bytes: new Counter({
    name: 'polyparse_blob_bytes_total',
    help: 'Bytes written to and read from the blob store.',
    labelNames: ['direction'],
    registers: [registry],
  }),
  operations: new Counter({
    name: 'polyparse_blob_operations_total',
    help: 'Operations of the blob store, by operation (write, read, delete) and outcome (ok, absent, failed).',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  }),
})

/** The same store, counted. Bytes count as they pass, so a transfer that breaks off counts as far as it got. */
export const countBlobs = (blobs: BlobStore, { bytes, operations }: BlobMetrics): BlobStore => {
  const counted = async <Result>(operation: string, work: Promise<Result>): Promise<Result> => {
    try {
      const result = await work
      operations.inc({ operation, outcome: 'ok' })
      return result
    } catch (error) {
      operations.inc({ operation, outcome: error instanceof BlobNotFoundError ? 'absent' : 'failed' })
      throw error
    }
  }
  return {
    ...blobs,
    write: async (path, content, signal) => {
      const written = await counted('write', blobs.write(path, content, signal))
      bytes.inc({ direction: 'written' }, written.size)
      return written
    },
    read: async (path, range) => {
      const content = await counted('read', blobs.read(path, range))
      // Not by listening for data, which would start the stream before its reader is ready.
      const push = content.push.bind(content)
      content.push = (chunk: unknown, encoding?: BufferEncoding) => {
        if (chunk instanceof Uint8Array) bytes.inc({ direction: 'read' }, chunk.length)
        return push(chunk, encoding)
      }
      return content
    },
    delete: (path) => counted('delete', blobs.delete(path)),
  }
}
