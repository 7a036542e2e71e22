import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { docxOf, paragraphXml, pngOf, run, xlsxOf, sheetData } from '@polyparse/test-support/office'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { type Zippable, zipSync } from 'fflate'
import { defaultRequest, type EngineRequest, type PageProgress } from '@polyparse/engine'
import { readerEngines } from '@polyparse/readers'
import { createSandbox, type Sandbox } from '@polyparse/sandbox'
import { openDocument } from '@polyparse/sandbox'

describe('an archive in the sandbox', () => {
  let spoolDirectory: string
  let sandbox: Sandbox
  before(async () => {
    spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-containers-'))
    sandbox = createSandbox({ ...readerEngines, size: 1, preload: false, spoolDirectory })
  })
  after(async () => {
    await sandbox.close()
    await rm(spoolDirectory, { recursive: true })
  })

  const read = async (parts: Zippable, asked: Partial<EngineRequest> = {}): Promise<Document> => {
    const request = { ...defaultRequest, mediaType: 'application/zip', ...asked }
    const work = { open: async () => Readable.from([zipSync(parts)]), request }
    return openDocument(await sandbox.run('autoContainer', work, AbortSignal.timeout(60_000)))
  }

  it('is read, its files detected by their bytes', async () => {
    const inner = zipSync({ 'note.txt': Buffer.from('a note') })
    const { metadata, warnings } = await read({
      pdf: await pagesPdf(2),
      docx: docxOf({ body: paragraphXml(run('a letter')) }),
      xlsx: xlsxOf([{ name: 'Sums', xml: sheetData([['a', 1]]) }]),
      png: pngOf(30, 20),
      zip: inner,
      eml: Buffer.from('From: a@example.com\nTo: b@example.com\nSubject: x\n\nHello\n'),
      video: Buffer.from('\u0000\u0000\u0000\u0018ftypmp42', 'latin1'),
    })
    assert.deepEqual(
      metadata.documents?.map(({ path, firstPage, lastPage }) => [path, firstPage, lastPage]),
      [
        ['pdf', 1, 2],
        ['docx', 3, 3],
        ['xlsx', 4, 4],
        ['png', 5, 5],
        ['zip/note.txt', 6, 6],
        ['eml', 7, 7],
        ['video', null, null],
      ],
    )
    assert.ok(warnings.some(({ code }) => code === 'entry_unread'))
  })

  it('says how many of its pages are done, those of all files together', async () => {
    const seen: PageProgress[] = []
    const request = { ...defaultRequest, mediaType: 'application/zip' }
    const parts = { 'a.pdf': await pagesPdf(3), 'b.pdf': await pagesPdf(2) }
    const work = { open: async () => Readable.from([zipSync(parts)]), request }
    const onProgress = (progress: PageProgress) => seen.push(progress)
    await sandbox.run('autoContainer', { ...work, onProgress }, AbortSignal.timeout(60_000))
    assert.deepEqual(
      seen.map(({ done, total }) => [done, total]),
      [0, 1, 2, 3, 3, 4, 5].map((done) => [done, null]),
    )
    const pdf = {
      open: async () => Readable.from([parts['a.pdf']]),
      request: { ...request, mediaType: 'application/pdf' },
    }
    seen.length = 0
    await sandbox.run('auto', { ...pdf, onProgress }, AbortSignal.timeout(60_000))
    assert.deepEqual(
      seen.map(({ done, total }) => [done, total]),
      [0, 1, 2, 3].map((done) => [done, 3]),
    )
  })

  it('of many more files than pages are asked for is read', async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.txt`, Buffer.from('text')]))
    const { pages } = await read(files, { pages: [300], maxPages: 1 })
    assert.deepEqual(
      pages.map(({ number }) => number),
      [300],
    )
  })
})
