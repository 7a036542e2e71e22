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

/** An Office Open XML file whose telling entries come last, behind more bytes than any reader takes at first. */
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
