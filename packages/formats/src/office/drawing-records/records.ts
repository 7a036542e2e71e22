/** A record of a drawing or a presentation (MS-ODRAW 2.2.1, MS-PPT 2.3.1). */
export type DrawingRecord = {
  /** Its version in four bits, then its instance in twelve. */
  readonly head: number
  readonly number: number
  readonly content: Buffer
}

const containerRecordVersion = 15
const drawingRecordHeaderBytes = 8
/** Levels; groups of shapes may be in groups, deeper ones are an attack on the stack. */
const maxDrawingRecordDepth = 100

export const isContainerRecord = ({ head }: DrawingRecord): boolean => (head & 15) === containerRecordVersion
export const instanceOf = ({ head }: DrawingRecord): number => head >> 4

/** The record at a place; null where there is none. One that is cut off has what is left of it. */
export const recordAt = (bytes: Buffer, at: number): DrawingRecord | null => {
  if (at < 0 || at + drawingRecordHeaderBytes > bytes.length) return null
  const start = at + drawingRecordHeaderBytes
  const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 4))
  return { head: bytes.readUInt16LE(at), number: bytes.readUInt16LE(at + 2), content }
}

/** The records that follow each other in the content of a container. */
export const recordsIn = (bytes: Buffer): DrawingRecord[] => {
  const records: DrawingRecord[] = []
  let at = 0
  for (let record = recordAt(bytes, at); record !== null; record = recordAt(bytes, at)) {
    records.push(record)
    at += drawingRecordHeaderBytes + record.content.length
  }
  return records
}

/** The records that hold no others, in order, of all containers. */
export const leavesIn = function* (bytes: Buffer, depth = 0): Generator<DrawingRecord> {
  for (const record of depth < maxDrawingRecordDepth ? recordsIn(bytes) : []) {
    if (isContainerRecord(record)) yield* leavesIn(record.content, depth + 1)
    else yield record
  }
}

/** The first record of a number among those in a container, by the way to it. */
export const recordOf = (bytes: Buffer, ...way: readonly number[]): DrawingRecord | null => {
  let found: DrawingRecord | null = null
  let inside = bytes
  for (const number of way) {
    found = recordsIn(inside).find((record) => record.number === number) ?? null
    if (found === null) return null
    inside = found.content
  }
  return found
}
