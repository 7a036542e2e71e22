import { crc32, deflateRawSync } from 'node:zlib'

export type ArchiveEntry = { readonly name: string; readonly content: string; readonly stored?: boolean }

/** A zip archive, as far as readers of office formats look at one. */
export const zipOf = (entries: readonly ArchiveEntry[]): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, stored = false } of entries) {
    const bytes = Buffer.from(content)
    const data = stored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(stored ? 0 : 8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([signature(0x04034b50), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, rest, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, signature(0x06054b50), end])
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const contentTypes = { name: '[Content_Types].xml', content: '<Types/>' }

/** An Office Open XML file whose identifying entries come last, after more bytes than any reader looks at first. */
export const officeOpenXml = (folder: string): Buffer =>
  zipOf([
    { name: 'docProps/thumbnail.jpeg', content: 'x'.repeat(200_000), stored: true },
    { name: `${folder}/document.xml`, content: '<x/>' },
    contentTypes,
  ])

export const selfNamed = (mimetype: string): Buffer =>
  zipOf([
    { name: 'mimetype', content: mimetype, stored: true },
    { name: 'content.xml', content: '<x/>' },
  ])

/** A compound file (MS-CFB) up to its directory: a table of sectors, then the directory with four names per sector. */
export const compoundFile = (names: readonly string[]): Buffer => {
  const sectors = Math.ceil(names.length / 4)
  const header = Buffer.alloc(512)
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 48)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  const table = Buffer.alloc(512, 0xff)
  for (let sector = 1; sector < sectors; sector += 1) table.writeUInt32LE(sector + 1, sector * 4)
  table.writeUInt32LE(0xfffffffe, sectors * 4)
  const directory = Buffer.alloc(sectors * 512)
  for (const [index, name] of names.entries()) {
    directory.write(name, index * 128, 'utf16le')
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64)
  }
  return Buffer.concat([header, table, directory])
}
