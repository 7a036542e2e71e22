import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { openDocument } from '@polyparse/sandbox'

test('engines of a clone start from their bundle, which is as new as its sources', () => {
  assert.equal(readerEngines.enginesModule, join(import.meta.dirname, '../bundle/engines.cjs'))
})

test('text in images is read without network or write access, in two languages from two packages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'optical-'))
  const file = join(folder, 'page.pdf')
  await writeFile(
    file,
    await pdfOf((pdf) => pdf.fontSize(12).text('Größe und Maß: a question of measure.'), {
      size: [300, 120],
      margin: 20,
    }),
  )
  const sandbox = createSandbox({ ...readerEngines, size: 1, preload: false, spoolDirectory: join(folder, 'spool') })
  try {
    const request = {
      ...defaultRequest,
      mediaType: 'application/pdf',
      recognition: { languages: ['deu', 'eng'], dpi: 200, folder: null },
    }
    const open = async () => createReadStream(file)
    const document = openDocument(await sandbox.run('optical', { open, request }, AbortSignal.timeout(60_000)))
    assert.equal(document.pages[0]?.blocks.map(({ text }) => text).join(), 'Größe und Maß: a question of measure.')
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true })
  }
})
