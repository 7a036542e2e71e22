import type { Attachment } from '@polyparse/document'
import { decodeBytes } from '../code-pages.ts'
import type { Storage } from '../compound/compound-file.ts'
import { unlessDamaged } from './omitted.ts'

/** The folders of the objects of other programs: one in Word, and in Excel several beside the workbook. */
const folderOfWord = 'objectpool'
const folderOfExcel = /^mbd[\da-f]+$/i
/** The stream in which such a folder names its kind (MS-OLEDS 2.3.8): a head, then a text with its length. */
const kindStream = '\u0001CompObj'
const kindAt = 28
const maxKindBytes = 0x28
const maxObjects = 10_000

/** The objects of other programs that are in a document, by the kinds that these call them. */
export const embeddedObjects = ({ storages }: Storage): Attachment[] =>
  [...storages.values()]
    .flatMap((storage) => {
      if (storage.name.toLowerCase() === folderOfWord) return [...storage.storages.values()]
      return folderOfExcel.test(storage.name) ? [storage] : []
    })
    .slice(0, maxObjects)
    .map((object) => ({ name: kindOfObject(unlessDamaged(() => object.stream(kindStream))) || object.name }))

const kindOfObject = (about: Buffer | null): string => {
  if (about === null || about.length < kindAt + 4) return ''
  const length = about.readUInt32LE(kindAt)
  if (length > maxKindBytes) return ''
  const text = about.toString('latin1', kindAt + 4, kindAt + 4 + length)
  return decodeBytes(text, 'windows-1252').replace(/\0[^]*$/, '')
}
