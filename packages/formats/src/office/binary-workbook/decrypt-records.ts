import { binaryDecryption } from '../../encryption/binary.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { eachRecord, recordNumbers } from './records.ts'

const xlsCipherBlockBytes = 1024
/** Kinds of encryption: by a simple mask, or by RC4 (MS-XLS 2.4.117). */
const rc4 = 1
/** Records that are never encrypted (MS-XLS 2.2.10). */
const plainRecords: ReadonlySet<number> = new Set([
  recordNumbers.begin,
  recordNumbers.filePass,
  0xe1,
  0x194,
  0x195,
  0x196,
  0x138,
])
/** The place of a sheet in the stream precedes what is encrypted of its record. */
const plainSheetBytes = 4
/** A record that says nothing (Excel9File), in place of the one that says that the others are encrypted. */
const unused = 0x01c0

/**
 * Decrypts the records of a workbook in place, if they are encrypted.
 * @throws {EngineFailure} `document_encrypted` without the right password
 */
export const decryptRecords = (stream: Buffer, password: string | null): void => {
  let filePass: { readonly at: number; readonly length: number } | null = null
  const plain: { readonly from: number; readonly to: number }[] = []
  eachRecord(stream, (number, at, length) => {
    if (number === recordNumbers.filePass) filePass ??= { at, length }
    const plainLength = plainRecords.has(number) ? length : number === recordNumbers.sheet ? plainSheetBytes : 0
    plain.push({ from: at - 4, to: at + plainLength })
  })
  if (filePass === null) return
  const { at: start, length }: { at: number; length: number } = filePass
  if (length < 6 || stream.readUInt16LE(start) !== rc4) throw unsupportedEncryption()
  let next = 0
  binaryDecryption(
    Buffer.from(stream.subarray(start + 2, start + length)),
    password,
    xlsCipherBlockBytes,
  )(stream, (at) => {
    while ((plain[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    return at >= (plain[next]?.from ?? Number.POSITIVE_INFINITY)
  })
  stream.writeUInt16LE(unused, start - 4)
}
