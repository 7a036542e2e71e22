import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { type Document, markdown, render, type TextRun } from '@polyparse/document'
import { cell, documentWith, paragraphBlock as paragraphOf, tableOfTexts } from '@polyparse/test-support/documents'
import { docxOf, paragraphXml, pngOf, run } from '@polyparse/test-support/office'
import { encryptedPdf, pagesPdf, tablePdf } from '@polyparse/test-support/pdf'
import { zipSync, type Zippable } from 'fflate'
import { maxContainerEntries } from '@polyparse/engine'
import { moved } from '../src/containers/moved.ts'
import { EngineFailure, readDocument, type ReadDocumentOptions } from '../src/index.ts'
import { gzipOf, paxRecord, tarOf } from './support/containers.ts'
import { failsWith, blockOutline, codesOfWarnings } from '@polyparse/test-support/reading'

const bytes = (text: string): Uint8Array => Buffer.from(text)
const zipOf = (parts: Zippable): Buffer => Buffer.from(zipSync(parts))
const read = (archive: Uint8Array, options: ReadDocumentOptions = {}): Promise<Document> =>
  readDocument(archive, { reader: 'structure', ...options })

/** The documents in a container: path, first and last page, or why it was not read. */
const contained = ({ metadata: { documents = [] } }: Document): (string | number | null)[][] =>
  documents.map(({ path, firstPage, lastPage, error }) =>
    error === undefined ? [path, firstPage, lastPage] : [path, error.code],
  )

const directoryEntry = (archive: Buffer): number => archive.indexOf('PK\u0001\u0002', 0, 'latin1')

describe('an archive', () => {
  it('is read as one document, each file under its path on pages that follow one another', async () => {
    const document = await read(
      zipOf({
        'a.md': bytes('# First\n\ntext'),
        'letters/b.docx': docxOf({ body: paragraphXml(run('a letter')) }),
        'c.pdf': await pagesPdf(2),
      }),
    )
    assert.deepEqual(document.metadata, {
      mimeType: 'application/zip',
      documentPageCount: 4,
      documents: [
        { path: 'a.md', mimeType: 'text/markdown', firstPage: 1, lastPage: 1 },
        {
          path: 'letters/b.docx',
          mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          firstPage: 2,
          lastPage: 2,
        },
        { path: 'c.pdf', mimeType: 'application/pdf', firstPage: 3, lastPage: 4 },
      ],
    })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [1, 2, 3, 4],
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'a.md'],
      ['heading', 2, 'First'],
      ['paragraph', 'text'],
    ])
    assert.deepEqual(blockOutline(document, 2), [
      ['title', 'letters/b.docx'],
      ['paragraph', 'a letter'],
    ])
    assert.deepEqual(document.outline.slice(0, 3), [
      { title: 'a.md', level: 1, page: 1 },
      { title: 'First', level: 2, page: 1 },
      { title: 'letters/b.docx', level: 1, page: 2 },
    ])
    assert.deepEqual(document.warnings, [])
  })

  it('keeps what is in its files apart: ids, tables and pictures of each have the numbers of their pages', async () => {
    const table = await tablePdf([
      ['Name', 'Sum'],
      ['one', '12'],
      ['two', '34'],
    ])
    const page = `<p>see</p><img src="data:image/png;base64,${Buffer.from(pngOf(30, 20)).toString('base64')}">`
    const document = await read(zipOf({ 'a.pdf': table, 'b.pdf': table, 'c.html': bytes(page) }))
    const blocks = document.pages.flatMap((each) => each.blocks)
    assert.equal(new Set(blocks.map(({ id }) => id)).size, blocks.length)
    assert.ok(blocks.every(({ id, page: number }) => id.startsWith(`p${number}-`)))
    assert.deepEqual(
      document.tables.map(({ id, page: number }) => [id, number]),
      [
        ['p1-t1', 1],
        ['p2-t1', 2],
      ],
    )
    assert.deepEqual(
      blocks.flatMap((block) => block.table ?? block.picture ?? []),
      ['p1-t1', 'p2-t1', 'p3-i1'],
    )
    assert.deepEqual(
      document.pictures.map(({ id, page: number }) => [id, number]),
      [['p3-i1', 3]],
    )
    const { metadata, chunks } = await render(document, ['metadata', 'chunks'])
    assert.equal(metadata?.documents?.length, 3)
    assert.deepEqual(chunks?.at(-1)?.headings, ['c.html'])
  })

  it('leads the links in its files to their own blocks, and keeps tables in cells, comments and names of files', () => {
    const link = [
      { text: '1', superscript: true, href: '#p1-b2' },
      { text: 'there', href: '#elsewhere' },
    ]
    const held = cell(0, 0, '1', false, {
      runs: link,
      blocks: [{ type: 'table', text: '1', runs: link, table: 'p1-t2' }],
    })
    const document: Document = {
      ...documentWith([[paragraphOf('1', link), { type: 'table', text: '1', table: 'p1-t1' }]], {
        tables: [tableOfTexts([], { id: 'p1-t1', cells: [held] }), tableOfTexts([['1']], { id: 'p1-t2' })],
      }),
      comments: [{ text: 'Why?', page: 1, block: 'p1-b1' }],
      attachments: [{ name: 'sums.xlsx' }],
    }
    const { pages, tables, comments, attachments } = moved(document, { offset: 2, path: 'a.docx' }, () => true)
    const links = ['#p3-b2', '#elsewhere']
    const hrefs = (runs: readonly TextRun[] = []) => runs.map(({ href }) => href)
    assert.deepEqual(hrefs(pages[0]?.blocks[1]?.runs), links)
    const [first] = tables[0]?.cells ?? []
    assert.deepEqual(hrefs(first?.runs), links)
    assert.deepEqual(
      first?.blocks?.map(({ table, runs }) => [table, hrefs(runs)]),
      [['p3-t2', links]],
    )
    assert.deepEqual(comments, [{ text: 'Why?', page: 3, block: 'p3-b1' }])
    assert.deepEqual(attachments, [{ name: 'a.docx/sums.xlsx' }])
  })

  it('is read by each reader as it reads the files', async () => {
    const archive = zipOf({ 'a.txt': bytes('hello'), 'b.png': pngOf(30, 20) })
    assert.deepEqual(contained(await read(archive, { reader: 'fast' })), [
      ['a.txt', 1, 1],
      ['b.png', 'document_damaged'],
    ])
    const best = await read(archive, { reader: 'auto' })
    assert.deepEqual(contained(best), [
      ['a.txt', 1, 1],
      ['b.png', 2, 2],
    ])
    assert.ok(best.pages[0]?.blocks.every(({ confidence }) => confidence === 1))
  })

  it('is read without the files that cannot be read, which a warning names', async () => {
    const document = await read(
      zipOf({
        'a.txt': bytes('hello'),
        'locked.pdf': await encryptedPdf(),
        'x.bin': new Uint8Array([0, 1, 2, 3]),
        empty: bytes(''),
      }),
    )
    assert.deepEqual(contained(document), [
      ['a.txt', 1, 1],
      ['locked.pdf', 'document_encrypted'],
      ['x.bin', 'document_damaged'],
      ['empty', 'document_empty'],
    ])
    assert.deepEqual(
      document.warnings.map(({ code, message }) => [code, message]),
      [
        [
          'entry_unread',
          '3 of the 4 documents in it could not be read: locked.pdf, x.bin, empty. The metadata says why of each.',
        ],
      ],
    )
  })

  it('has the warnings of its files, each with the path, at the page in the whole', async () => {
    const page = '<p>text</p><img src="data:image/png;base64,AAAA" alt="broken">'
    const document = await read(zipOf({ 'a.txt': bytes('hello'), 'b.html': bytes(page) }))
    assert.deepEqual(document.warnings, [
      {
        code: 'image_omitted',
        message: 'b.html: An image of page 1 could not be read or would be too large.',
        page: 2,
      },
    ])
  })

  it('fails as its files do when none of them can be read, and as empty when it has none', async () => {
    const locked = await encryptedPdf()
    await assert.rejects(read(zipOf({ 'a.pdf': locked, 'b.pdf': locked })), failsWith('document_encrypted'))
    await assert.rejects(
      read(zipOf({ 'a.pdf': locked, 'b.bin': new Uint8Array([0, 1]) })),
      failsWith('document_damaged'),
    )
    await assert.rejects(read(zipOf({})), failsWith('document_empty'))
    await assert.rejects(read(zipOf({ '.hidden': bytes('x') })), failsWith('document_empty'))
  })

  it('opens what the password opens', async () => {
    const document = await read(zipOf({ 'a.pdf': await encryptedPdf() }), { password: 'open sesame' })
    assert.deepEqual(contained(document), [['a.pdf', 1, 1]])
  })

  it('shows paths that lead nowhere else, in the letters that they were written in', async () => {
    const archive = zipOf({
      '../../etc/passwd.txt': bytes('1'),
      '/absolute/./x.txt': bytes('2'),
      'C:\\mail\\y.txt': bytes('3'),
      'a\u0000\u202Eb\n.txt': bytes('4'),
      'Ümläut.txt': bytes('5'),
      'DOS-XX.txt': bytes('6'),
    })
    for (let at = archive.indexOf('DOS-XX'); at !== -1; at = archive.indexOf('DOS-XX', at)) {
      archive[at + 4] = 0x81
      archive[at + 5] = 0xe1
    }
    assert.deepEqual(
      contained(await read(archive)).map(([path]) => path),
      ['etc/passwd.txt', 'absolute/x.txt', 'mail/y.txt', 'ab.txt', 'Ümläut.txt', 'DOS-üß.txt'],
    )
  })

  it('is read without what systems leave in folders, and counts the hidden files that it leaves out', async () => {
    const document = await read(
      zipOf({
        '__MACOSX/._a.txt': bytes('x'),
        'a/.DS_Store': bytes('x'),
        'Thumbs.db': bytes('x'),
        '.git/config': bytes('x'),
        'a/.env': bytes('x'),
        'a/b.txt': bytes('text'),
      }),
    )
    assert.deepEqual(contained(document), [['a/b.txt', 1, 1]])
    assert.deepEqual(
      document.warnings.map(({ code, message }) => [code, message]),
      [['content_omitted', '2 hidden files, whose names or folder begins with a dot, were left out.']],
    )
  })

  it('is read with the files of the archives in it, but of no archives in those', async () => {
    const inner = zipOf({ 'deep.txt': bytes('deep'), 'deeper.zip': zipOf({ 'x.txt': bytes('x') }) })
    const document = await read(
      zipOf({ 'a.txt': bytes('a'), 'in/b.zip': inner, 'bad.zip': bytes('PK\u0003\u0004bad') }),
    )
    assert.deepEqual(contained(document), [
      ['a.txt', 1, 1],
      ['in/b.zip/deep.txt', 2, 2],
      ['in/b.zip/deeper.zip', 'document_damaged'],
      ['bad.zip', 'document_damaged'],
    ])
  })

  it('is read at the pages that are asked for, which count over all files', async () => {
    const archive = zipOf({ 'a.pdf': await pagesPdf(3), 'b.txt': bytes('text'), 'c.pdf': await pagesPdf(2) })
    const document = await read(archive, { pages: [2, 5, 9] })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [2, 5],
    )
    assert.deepEqual(contained(document), [
      ['a.pdf', 1, 3],
      ['b.txt', 4, 4],
      ['c.pdf', 5, 6],
    ])
    assert.deepEqual(codesOfWarnings(document), [['page_out_of_range', 9]])
    assert.deepEqual(blockOutline(document, 5)[0], ['title', 'c.pdf'])
    await assert.rejects(read(archive, { pages: [7] }), failsWith('page_out_of_range'))
  })

  it('may have no more pages than a document, all files together', async () => {
    const archive = zipOf({ 'a.pdf': await pagesPdf(2), 'b.pdf': await pagesPdf(2) })
    assert.equal((await read(archive, { maxPages: 4 })).pages.length, 4)
    await assert.rejects(read(archive, { maxPages: 3 }), failsWith('too_many_pages'))
    await assert.rejects(read(archive, { maxPages: 1 }), failsWith('too_many_pages'))
    assert.equal((await read(archive, { maxPages: 1, pages: [3] })).pages[0]?.number, 3)
  })

  it('is read without files that unpack to too much, and refused when it has too many', async () => {
    const bomb = zipOf({ 'a.txt': bytes('a'), 'bomb.txt': new Uint8Array(30_000_000) })
    assert.deepEqual(contained(await read(bomb)), [
      ['a.txt', 1, 1],
      ['bomb.txt', 'document_damaged'],
    ])
    const many = Object.fromEntries(
      Array.from({ length: maxContainerEntries + 1 }, (_, index) => [`${index}.txt`, bytes('x')]),
    )
    await assert.rejects(read(zipOf(many)), failsWith('document_damaged'))
    const nested = await read(zipOf({ 'a.txt': bytes('a'), 'many.zip': zipOf(many) }))
    assert.deepEqual(contained(nested)[1], ['many.zip', 'document_damaged'])
    const half = zipOf(
      Object.fromEntries(
        Object.keys(many)
          .slice(0, maxContainerEntries / 2)
          .map((name) => [`.${name}`, bytes('')]),
      ),
    )
    assert.deepEqual(contained(await read(zipOf({ 'a.txt': bytes('a'), 'b.zip': half, 'c.zip': half }))), [
      ['a.txt', 1, 1],
      ['c.zip', 'document_damaged'],
    ])
  })

  it('is read without the files that are encrypted in it', async () => {
    const archive = zipOf({ 'a.txt': bytes('a'), 'b.txt': bytes('b') })
    archive.writeUInt16LE(1, directoryEntry(archive) + 8)
    assert.deepEqual(contained(await read(archive)), [
      ['a.txt', 'document_encrypted'],
      ['b.txt', 1, 1],
    ])
  })
})

describe('an archive with a password', () => {
  /** Made by Info-ZIP, and by pyzipper with AES of two lengths: two short texts each, the second one packed. */
  const archives = {
    traditional:
      'UEsDBAoACQAAAFdwd13CTGkUIgAAABYAAAAFABwAYS50eHRVVAkAA4ZHBGuGRwRrdXgLAAEEAAAAAAQAAAAAOhYNAqT5KtO1hishg7KihuNqNzjrC5uMZ3ao0rX+wdE8qVBLBwjCTGkUIgAAABYAAABQSwMEFAAJAAgAWHB3XZQ7tCgvAAAATAQAAAUAHABiLnR4dFVUCQADh0cEa4dHBGt1eAsAAQQAAAAABAAAAAC9+yfihoG3lBVBk+am4l2GxMKDqAAUM/Z9aAbXV8djEOZ9P6ltATOzpEf/gMoH31BLBwiUO7QoLwAAAEwEAABQSwECHgMKAAkAAABXcHddwkxpFCIAAAAWAAAABQAYAAAAAAABAAAApIEAAAAAYS50eHRVVAUAA4ZHBGt1eAsAAQQAAAAABAAAAABQSwECHgMUAAkACABYcHddlDu0KC8AAABMBAAABQAYAAAAAAABAAAApIFxAAAAYi50eHRVVAUAA4dHBGt1eAsAAQQAAAAABAAAAABQSwUGAAAAAAIAAgCWAAAA7wAAAAAA',
    aes256:
      'UEsDBBQAAQBjAFdwd10AAAAANAAAABYAAAAFAAsAYS50eHQBmQcAAgBBRQMIAD+ObOltfg8Vx92T2ALwkpBsZLw87bS44rC4veqo8FghSZF7ISkQENhG6Trn1cKnwh+d3tdQSwMEFAABAGMAV3B3XQAAAAA/AAAATAQAAAUACwBiLnR4dAGZBwACAEFFAwgAq4sQPk8722TYp7Q+K2S4dHtVbgoeNhWeZTdoalgMT2DkRfJy+cX8+jMfBXKohviq4260aX4tyqMsbfLSLXrFUEsBAhQDFAABAGMAV3B3XQAAAAA0AAAAFgAAAAUACwAAAAAAAAAAAKSBAAAAAGEudHh0AZkHAAIAQUUDCABQSwECFAMUAAEAYwBXcHddAAAAAD8AAABMBAAABQALAAAAAAAAAAAApIFiAAAAYi50eHQBmQcAAgBBRQMIAFBLBQYAAAAAAgACAHwAAADPAAAAAAA=',
    aes128:
      'UEsDBBQAAQBjAFdwd10AAAAALAAAABYAAAAFAAsAYS50eHQBmQcAAgBBRQEIAHjWzYARims92PyCFY/pLul9BbFUn47kQN7OwD5EgAFV5vrH/VcA5KKnhaIOUEsDBBQAAQBjAFdwd10AAAAANwAAAEwEAAAFAAsAYi50eHQBmQcAAgBBRQEIADhx4iggLe6Fty2q+Ym1MM4IUIgswsV4jRNEXKyIydNhddpT3y11wCvz404GphvTicHkthUu8JtQSwECFAMUAAEAYwBXcHddAAAAACwAAAAWAAAABQALAAAAAAAAAAAApIEAAAAAYS50eHQBmQcAAgBBRQEIAFBLAQIUAxQAAQBjAFdwd10AAAAANwAAAEwEAAAFAAsAAAAAAAAAAACkgVoAAABiLnR4dAGZBwACAEFFAQgAUEsFBgAAAAACAAIAfAAAAL8AAAAAAA==',
  }
  for (const [name, base64] of Object.entries(archives))
    it(`is opened with it, encrypted as ${name}`, async () => {
      const archive = Buffer.from(base64, 'base64')
      const document = await read(archive, { password: 'open sesame' })
      assert.match(markdown(document), /^# a\.txt\n\na text that is locked\n\n# b\.txt\n\nline of a longer text/)
      for (const password of ['wrong', undefined])
        await assert.rejects(read(archive, password === undefined ? {} : { password }), failsWith('document_encrypted'))
      for (let at = 0; at < archive.length; at += 7) {
        const broken = Buffer.from(archive)
        broken[at] = (broken[at] ?? 0) ^ 0x55
        await read(broken, { password: 'open sesame' }).catch((error: unknown) =>
          assert.ok(error instanceof EngineFailure, String(error)),
        )
      }
    })
})

describe('an archive of tar', () => {
  const long = `${'folder/'.repeat(20)}name.txt`

  it('has its regular files, with long names of every kind', async () => {
    const archive = tarOf([
      { name: 'folder/', content: '', type: '5' },
      { name: 'a.txt', content: 'a' },
      { name: 'link', content: '', type: '2' },
      { name: 'b.txt', content: 'b', prefix: 'far/away' },
      { name: './PaxHeaders/c', content: paxRecord('mtime', '1.5') + paxRecord('path', `pax/${long}`), type: 'x' },
      { name: 'short', content: 'c' },
      { name: '././@LongLink', content: `gnu/${long}\0`, type: 'L' },
      { name: 'short', content: 'd' },
      { name: 'e.txt', content: 'e', type: '\0' },
    ])
    assert.deepEqual(
      contained(await read(archive)).map(([path]) => path),
      ['a.txt', 'far/away/b.txt', `pax/${long}`, `gnu/${long}`, 'e.txt'],
    )
  })

  it('is read to where it ends too early, and damaged when a header is', async () => {
    const archive = tarOf([
      { name: 'a.txt', content: 'a' },
      { name: 'b.txt', content: 'b'.repeat(2000) },
    ])
    assert.deepEqual(contained(await read(archive.subarray(0, 2000))), [
      ['a.txt', 1, 1],
      ['b.txt', 'document_damaged'],
    ])
    assert.deepEqual(contained(await read(archive.subarray(0, 1200))), [
      ['a.txt', 1, 1],
      ['the rest of the archive, which is cut off', 'document_damaged'],
    ])
    archive[1024] = 0x7a
    await assert.rejects(read(archive), failsWith('document_damaged'))
  })

  it('names the files that are stored in a way that is not read', async () => {
    const archive = tarOf([
      { name: 'a.txt', content: 'a' },
      { name: 'sparse.img', content: 'b', type: 'S' },
    ])
    const document = await read(archive)
    assert.deepEqual(contained(document), [
      ['a.txt', 1, 1],
      ['sparse.img', 'document_damaged'],
    ])
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['entry_unread'],
    )
  })

  it('is read compressed too', async () => {
    const archive = tarOf([{ name: 'a.txt', content: 'some text' }])
    for (const compressed of [gzipOf(archive), gzipOf(archive, 'a.tar'), zstdCompressSync(archive)])
      assert.equal(markdown(await read(compressed)), '# a.txt\n\nsome text')
  })
})

describe('a compressed file', () => {
  it('is read under the name that it states', async () => {
    const csv = await read(gzipOf(bytes('a,b\n1,2\n3,4\n'), 'data.csv'))
    assert.deepEqual(contained(csv), [['data.csv', 1, 1]])
    assert.equal(csv.tables.length, 1)
    const inner = await read(zipOf({ 'in/data.csv.gz': gzipOf(bytes('a,b\n1,2\n')) }))
    assert.deepEqual(contained(inner), [['in/data.csv.gz/data.csv', 1, 1]])
  })

  it('is refused when it unpacks to too much, and damaged when it is truncated', async () => {
    await assert.rejects(read(gzipOf(new Uint8Array(30_000_000))), failsWith('document_damaged'))
    await assert.rejects(read(gzipOf(bytes('x'.repeat(5000))).subarray(0, 30)), failsWith('document_damaged'))
  })
})
