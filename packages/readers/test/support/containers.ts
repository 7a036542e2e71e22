import { gzipSync } from 'node:zlib'

/** The header of a file in a tar archive (ustar), with the type and checksum that it says. */
const tarHeader = (name: string, size: number, type: string, prefix = ''): Buffer => {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\u000000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export type TarMember = {
  readonly name: string
  readonly content: string | Uint8Array
  readonly type?: string
  readonly prefix?: string
}

/** A tar archive; a member of another type than `0` is no regular file. */
export const tarOf = (members: readonly TarMember[]): Buffer => {
  const parts = members.flatMap(({ name, content, type = '0', prefix }) => {
    const bytes = Buffer.from(content)
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512)
    return [tarHeader(name, bytes.length, type, prefix), bytes, padding]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

/** A pax record: its length counts itself. */
export const paxRecord = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  const length = String(bytes + String(bytes + 2).length)
  return `${length}${rest}`
}

/** Compressed by gzip, with the file name in its header where one is given (RFC 1952). */
export const gzipOf = (bytes: Uint8Array, name?: string): Buffer => {
  const plain = gzipSync(bytes)
  if (name === undefined) return plain
  const header = Buffer.from(plain.subarray(0, 10))
  header[3] = 8
  return Buffer.concat([header, Buffer.from(`${name}\0`), plain.subarray(10)])
}
