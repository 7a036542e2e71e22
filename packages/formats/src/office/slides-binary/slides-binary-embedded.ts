import type { Attachment } from '@polyparse/document'
import { type DrawingRecord, instanceOf, recordOf, recordsIn } from '../drawing-records/records.ts'

/** The list of the objects of a presentation, one that is embedded, and a name of it (MS-PPT 2.10.1, 2.10.27). */
const objectRecords = { list: 0x0409, embedded: 0x0fcc, name: 0x0fba }
/** The names of an object by their instances, from the fullest: of its kind, in a menu, for programs. */
const nameInstances = [3, 1, 2]
const maxEmbedded = 10_000

/** The objects of other programs that are in a presentation, by the kinds that these call them. */
export const pptEmbeddedObjects = (main: DrawingRecord): Attachment[] =>
  recordsIn(recordOf(main.content, objectRecords.list)?.content ?? Buffer.alloc(0))
    .filter(({ number }) => number === objectRecords.embedded)
    .slice(0, maxEmbedded)
    .map(({ content }) => {
      const names = recordsIn(content).filter(({ number }) => number === objectRecords.name)
      const found = nameInstances.map((instance) => names.find((one) => instanceOf(one) === instance)).find(Boolean)
      return { name: found?.content.toString('utf16le').replace(/\0[^]*$/, '') || 'object' }
    })
