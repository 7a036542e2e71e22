import { compoundFileOf, type CompoundFolder } from './compound-file.ts'

/** Properties of a message by their four hexadecimal digits: a text, a number, a time, or bytes. */
export type OutlookProperties = Readonly<Record<string, string | number | Date | Uint8Array | CompoundFolder>>

type Message = {
  readonly properties: OutlookProperties
  readonly recipients?: readonly OutlookProperties[]
  readonly attachments?: readonly OutlookProperties[]
  /** Properties that sets have under a number, in the order in which they are mapped from 8000 on. */
  readonly named?: readonly (readonly [set: number, number: number])[]
}

/** A mail as Outlook stores it (MS-OXMSG). */
export const msgOf = (message: Message): Buffer => compoundFileOf(messageFolder(message, 32))

/** A mail within a mail, as the content of an attachment. */
export const attachedMessage = (message: Message): CompoundFolder => messageFolder(message, 24)

const messageFolder = (
  { properties, recipients = [], attachments = [], named }: Message,
  head: number,
): CompoundFolder => ({
  ...folderOf(properties, head),
  ...(named !== undefined && { '__nameid_version1.0': namesOf(named) }),
  ...createOutlookFolders('__recip_version1.0_#', recipients),
  ...createOutlookFolders('__attach_version1.0_#', attachments),
})

const namesOf = (named: readonly (readonly [set: number, number: number])[]): CompoundFolder => {
  const sets = named.map(([set]) => {
    const bytes = Buffer.alloc(16)
    bytes.writeUInt32LE(set)
    return bytes
  })
  const entries = named.map(([, number], index) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(number)
    // Sets are counted from 3, above the bit that says whether the name is a text.
    bytes.writeUInt16LE((index + 3) << 1, 4)
    bytes.writeUInt16LE(index, 6)
    return bytes
  })
  return { '__substg1.0_00020102': Buffer.concat(sets), '__substg1.0_00030102': Buffer.concat(entries) }
}

const createOutlookFolders = (start: string, parts: readonly OutlookProperties[]): CompoundFolder =>
  Object.fromEntries(
    parts.map((part, index) => [`${start}${index.toString(16).toUpperCase().padStart(8, '0')}`, folderOf(part, 8)]),
  )

const folderOf = (properties: OutlookProperties, head: number): CompoundFolder => {
  const listed = [Buffer.alloc(head)]
  const streams: Record<string, Uint8Array | CompoundFolder> = {}
  for (const [id, value] of Object.entries(properties)) {
    const entry = Buffer.alloc(16)
    const type = typeOfOutlookProperty(value)
    entry.writeUInt32LE(Number.parseInt(`${id}${type}`, 16))
    if (typeof value === 'number') entry.writeInt32LE(value, 8)
    else if (value instanceof Date) entry.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n, 8)
    else streams[`__substg1.0_${id}${type}`] = typeof value === 'string' ? Buffer.from(value, 'utf16le') : value
    listed.push(entry)
  }
  return { '__properties_version1.0': Buffer.concat(listed), ...streams }
}

const typeOfOutlookProperty = (value: OutlookProperties[string]): string => {
  if (typeof value === 'number') return '0003'
  if (typeof value === 'string') return '001F'
  if (value instanceof Date) return '0040'
  return value instanceof Uint8Array ? '0102' : '000D'
}

/** RTF as mails store it, without compression (MS-OXRTFCP 2.1.3.1.5). */
export const storedRichText = (source: string): Buffer => {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(source.length + 12, 0)
  head.writeUInt32LE(source.length, 4)
  head.write('MELA', 8)
  return Buffer.concat([head, Buffer.from(source, 'latin1')])
}
