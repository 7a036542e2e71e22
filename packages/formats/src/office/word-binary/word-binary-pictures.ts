import {
  descriptionOf,
  pictureFile,
  propertiesOfShapeRecord,
  shapeProperties,
} from '../drawing-records/drawing-records-pictures.ts'
import { leavesIn } from '../drawing-records/records.ts'

/** A picture as it was inserted, with the words that describe it. */
export type WordPicture = { readonly file: Buffer; readonly alternative: string }

const docPictureHeaderBytes = 8

/**
 * The picture in a line of text (MS-DOC 2.9.193); null where it is missing, or drawn by commands as those of Windows are.
 */
export const pictureAt = (data: Buffer, at: number): WordPicture | null => {
  if (at < 0 || at + docPictureHeaderBytes > data.length) return null
  const picture = data.subarray(at, at + data.readUInt32LE(at))
  if (picture.length < docPictureHeaderBytes) return null
  let file: Buffer | null = null
  let alternative = ''
  for (const record of leavesIn(picture.subarray(picture.readUInt16LE(4)))) {
    if (record.number === shapeProperties) alternative = descriptionOf(propertiesOfShapeRecord(record))
    else file ??= pictureFile(record)
  }
  return file === null ? null : { file, alternative }
}
