import type { Storage } from '../../compound/compound-file.ts'
import { binaryDecryption } from '../../encryption/binary.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'

/** The streams of a Word document, and what its head says is where (MS-DOC 2.5). */
export type Streams = {
  readonly main: Buffer
  readonly table: Buffer
  /** Pictures, and settings that are too long for their pages. */
  readonly data: Buffer
  /** Characters of each part of the text, in their order in it. */
  readonly counts: Counts
  /** A structure of the table stream; empty where there is none. */
  readonly structure: (name: keyof typeof structures) => Buffer
  /** Returns where a structure of the table stream begins. */
  readonly startOf: (name: keyof typeof structures) => number
}

export type Counts = {
  readonly body: number
  readonly footnotes: number
  readonly headers: number
  readonly macros: number
  readonly comments: number
  readonly endnotes: number
  readonly textBoxes: number
}

/** Numbers of the structures in the head (MS-DOC 2.5.6). */
const structures = {
  styles: 1,
  footnoteReferences: 2,
  footnoteTexts: 3,
  commentReferences: 4,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  fonts: 15,
  pieces: 33,
  endnoteReferences: 46,
  endnoteTexts: 47,
  lists: 73,
  listUses: 74,
} as const

const docSignature = 0xa5ec
/** The number of the format of Word 97; documents of older versions are laid out in another way. */
const word97 = 0x00c1
const docHeaderFlags = { encrypted: 0x0100, secondTable: 0x0200, masked: 0x8000 }
/** Bytes at the start of the main stream that are never encrypted, and after how many the key changes (MS-DOC 2.2.6). */
const plainBytes = 68
const docCipherBlockBytes = 512

/** @throws {EngineFailure} `document_damaged`, `document_encrypted` */
export const openStreams = (root: Storage, password: string | null): Streams => {
  const main = root.stream('WordDocument')
  if (main === null || main.length < plainBytes) throw damagedWord()
  if (main.readUInt16LE(0) !== docSignature || main.readUInt16LE(2) < word97) throw tooOld()
  const set = main.readUInt16LE(10)
  const table = root.stream((set & docHeaderFlags.secondTable) === 0 ? '0Table' : '1Table') ?? Buffer.alloc(0)
  const data = root.stream('Data') ?? Buffer.alloc(0)
  if ((set & docHeaderFlags.encrypted) !== 0) {
    if ((set & docHeaderFlags.masked) !== 0) throw unsupportedEncryption()
    const headerBytes = main.readUInt32LE(14)
    const decrypt = binaryDecryption(Buffer.from(table.subarray(0, headerBytes)), password, docCipherBlockBytes)
    decrypt(main, (at) => at < plainBytes)
    decrypt(table, (at) => at < headerBytes)
    decrypt(data)
  }
  const wordsAt = 34 + main.readUInt16LE(32) * 2
  const listAt = wordsAt + 4 + main.readUInt16LE(wordsAt) * 4
  const count = (index: number): number => Math.max(0, main.readInt32LE(wordsAt + 2 + index * 4))
  const listed = main.readUInt16LE(listAt - 2)
  const entry = (name: keyof typeof structures): readonly [start: number, length: number] => {
    const at = listAt + structures[name] * 8
    return structures[name] < listed ? [main.readUInt32LE(at), main.readUInt32LE(at + 4)] : [0, 0]
  }
  return {
    main,
    table,
    data,
    counts: {
      body: count(3),
      footnotes: count(4),
      headers: count(5),
      macros: count(6),
      comments: count(7),
      endnotes: count(8),
      textBoxes: count(9),
    },
    structure: (name) => {
      const [start, length] = entry(name)
      return table.subarray(start, start + length)
    },
    startOf: (name) => entry(name)[0],
  }
}

export const damagedWord = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: it cannot be read as one of Word.', { cause })

const tooOld = (): EngineFailure =>
  new EngineFailure(
    'document_damaged',
    'The document is of Word 95 or older, which is not read here. Saved as DOCX by Word or LibreOffice, it can be.',
  )
