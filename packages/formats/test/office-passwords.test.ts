import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { utils, write } from '@e965/xlsx'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { docxOf, openDocumentOf, paragraphXml, sheetData, xlsxOf } from '@polyparse/test-support/office'
import { openCompoundFile } from '../src/compound/compound-file.ts'
import { EngineFailure } from '@polyparse/engine'
import { rc4 } from '../src/encryption/rc4.ts'
import { workbookEngine } from '../src/office/binary-workbook/workbook-engine.ts'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { openDocumentEngine } from '../src/office/opendocument/opendocument-engine.ts'
import { xlsxEngine } from '../src/office/spreadsheet/xlsx-engine.ts'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { encryptedAgile, encryptedOpenDocumentPart, encryptedStandard, rc4Encryption } from './support/encrypt.ts'
import { failsWith, blockOutline, reader } from '@polyparse/test-support/reading'

const document = docxOf({ body: paragraphXml('Hello').repeat(500) })
const password = 'pässwörd'
const encrypted = { agile: encryptedAgile(document, password), standard: encryptedStandard(document, password) }

for (const [method, bytes] of Object.entries(encrypted))
  describe(`a document in ${method} encryption`, () => {
    const read = reader(docxEngine, officeMediaTypes.docx[0])
    it('is opened by its password', async () => {
      assert.equal(blockOutline(await read(bytes, { password })).length, 500)
    })

    it('is locked without it, and says so as a PDF does', async () => {
      await assert.rejects(read(bytes), { code: 'document_encrypted', message: /password is needed/ })
      await assert.rejects(read(bytes, { password: 'x' }), {
        code: 'document_encrypted',
        message: /the password given does not open it/,
      })
    })

    it('is read or refused, whatever is wrong with it', async () => {
      // In standard encryption, each password takes 50,000 rounds of hashing.
      const step = Math.ceil(bytes.length / (method === 'agile' ? 40 : 3))
      for (let at = 0; at < bytes.length; at += step) {
        const broken = Buffer.from(bytes)
        broken[at] = (broken[at] ?? 0) ^ 0x55
        for (const source of [broken, bytes.subarray(0, at)])
          await read(source, { password }).catch((error: unknown) =>
            assert.ok(error instanceof EngineFailure, String(error)),
          )
      }
    })
  })

describe('a workbook that Excel encrypted only to protect it', () => {
  it('is opened without a password', async () => {
    const workbook = xlsxOf([{ name: 'One', xml: sheetData([['Hello']]) }])
    const read = reader(xlsxEngine, officeMediaTypes.xlsx[0])
    for (const given of [null, 'another'])
      assert.deepEqual(
        blockOutline(await read(encryptedAgile(workbook, 'VelvetSweatshop'), { password: given })).at(-1),
        ['paragraph', 'Hello'],
      )
  })
})

describe('encryption that cannot be undone', () => {
  const read = reader(docxEngine, officeMediaTypes.docx[0])
  it('is told: certificates, and more rounds of hashing than any program asks for', async () => {
    const withCertificate = compoundFileOf({
      EncryptionInfo: Buffer.from('0300030000000000', 'hex'),
      EncryptedPackage: Buffer.alloc(100),
    })
    const message = /in a way that is not supported/
    await assert.rejects(read(withCertificate, { password }), { code: 'document_encrypted', message })
    const bytes = encryptedAgile(document, password)
    const rounds = bytes.indexOf('spinCount="10"')
    bytes.write('spinCount="1e9"', rounds)
    await assert.rejects(read(bytes, { password }), { code: 'document_encrypted', message })
  })
})

/** A workbook in XLS, encrypted by RC4. */
const encryptedWorkbook = (secret: string): Buffer => {
  const workbook = utils.book_new()
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([['Größe', 1.5], ...Array.from({ length: 300 }, (_, row) => [`x${row}`, row])]),
    'One',
  )
  const bytes = Buffer.from(new Uint8Array(write(workbook, { type: 'array', bookType: 'biff8' })))
  const stream = openCompoundFile(bytes).stream('Workbook')
  assert.ok(stream)
  const { header, encrypt } = rc4Encryption(secret, 1024)
  const filePass = Buffer.concat([Buffer.from([0x2f, 0, header.length + 2, 0, 1, 0]), header])
  const first = 4 + stream.readUInt16LE(2)
  const whole = Buffer.concat([stream.subarray(0, first), filePass, stream.subarray(first)])
  const plain = new Set<number>()
  for (let at = 0; at + 4 <= whole.length; at += 4 + whole.readUInt16LE(at + 2)) {
    const number = whole.readUInt16LE(at)
    const length = [0x809, 0x2f, 0xe1].includes(number) ? whole.readUInt16LE(at + 2) : number === 0x85 ? 4 : 0
    if (number === 0x85) whole.writeUInt32LE(whole.readUInt32LE(at + 4) + filePass.length, at + 4)
    for (let place = at; place < at + 4 + length; place += 1) plain.add(place)
  }
  return compoundFileOf({ Workbook: encrypt(whole, (at) => plain.has(at)) })
}

describe('a workbook in XLS that is encrypted', () => {
  const read = reader(workbookEngine, officeMediaTypes.xls[0])
  const shown = `Größe\t1.5\n${Array.from({ length: 300 }, (_, row) => `x${row}\t${row}`).join('\n')}`

  it('is opened by its password, or by that of Excel', async () => {
    assert.equal(blockOutline(await read(encryptedWorkbook('geheim'), { password: 'geheim' }))[1]?.[1], shown)
    assert.equal(blockOutline(await read(encryptedWorkbook('VelvetSweatshop')))[1]?.[1], shown)
  })

  it('is locked without it', async () => {
    await assert.rejects(read(encryptedWorkbook('geheim')), failsWith('document_encrypted'))
    await assert.rejects(read(encryptedWorkbook('geheim'), { password: 'x' }), failsWith('document_encrypted'))
  })

  it('only by a mask is refused as encrypted', async () => {
    const stream = Buffer.from(
      '0908100000060500bb0dcc07000000000600000 02f000600000001020304'.replaceAll(' ', ''),
      'hex',
    )
    await assert.rejects(read(compoundFileOf({ Workbook: stream })), {
      code: 'document_encrypted',
      message: /not supported/,
    })
  })
})

it('RC4 gives the key stream of RFC 6229', () => {
  const next = rc4(Buffer.from('0102030405', 'hex'))
  assert.equal(Buffer.from(Array.from({ length: 8 }, next)).toString('hex'), 'b2396305f03dc027')
})

describe('an OpenDocument text that is encrypted', () => {
  const read = reader(openDocumentEngine, officeMediaTypes.odt[0])
  const content =
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>Hello</text:p></office:text></office:body></office:document-content>'
  const part = encryptedOpenDocumentPart('content.xml', Buffer.from(content), password)
  const withManifest = (manifest: string): Uint8Array =>
    openDocumentOf('text', { body: '', manifest, parts: { 'content.xml': part.content } })

  const opensWithItsPassword = async (bytes: Uint8Array): Promise<void> => {
    assert.deepEqual(blockOutline(await read(bytes, { password })), [['paragraph', 'Hello']])
    await assert.rejects(read(bytes), { code: 'document_encrypted', message: /password is needed/ })
    await assert.rejects(read(bytes, { password: 'x' }), { code: 'document_encrypted', message: /does not open it/ })
  }

  for (const program of ['LibreOffice before 24.8', 'OpenOffice'] as const)
    it(`part by part by ${program} is opened by its password, and locked without it, as a PDF is`, async () => {
      const { content: encrypted, manifest } = encryptedOpenDocumentPart(
        'content.xml',
        Buffer.from(content),
        password,
        program,
      )
      await opensWithItsPassword(openDocumentOf('text', { body: '', manifest, parts: { 'content.xml': encrypted } }))
    })

  it('as a whole by LibreOffice is opened by its password, and locked without it', async () => {
    const whole = openDocumentOf('text', { body: '<text:p>Hello</text:p>' })
    const name = 'encrypted-package'
    const { content: encrypted, manifest } = encryptedOpenDocumentPart(name, whole, password, 'LibreOffice')
    const bytes = openDocumentOf('text', { body: '', manifest, parts: { [name]: encrypted } })
    await opensWithItsPassword(bytes)
    for (const [from, to] of [
      ['memory="1024"', 'memory="9999999"'],
      ['lanes="4"', 'lanes="0"'],
    ] as const) {
      const costly = openDocumentOf('text', {
        body: '',
        manifest: manifest.replace(from, to),
        parts: { [name]: encrypted },
      })
      await assert.rejects(read(costly, { password }), { code: 'document_encrypted', message: /not supported/ })
    }
  })

  it('is read soon where its manifest has elements without an end in a comment', async () => {
    const bytes = withManifest(`${part.manifest}<!-- ${'<encryption-data '.repeat(300_000)} -->`)
    assert.deepEqual(blockOutline(await read(bytes, { password })), [['paragraph', 'Hello']])
  })

  it('in a way that is not supported is told', async () => {
    const message = /in a way that is not supported/
    for (const [from, to] of [
      ['aes256-cbc', 'serpent'],
      ['PBKDF2', 'scrypt'],
      ['"1000"', '"9999999"'],
    ] as const)
      await assert.rejects(read(withManifest(part.manifest.replace(from, to)), { password }), {
        code: 'document_encrypted',
        message,
      })
  })
})
