import { charsetDecoder } from '@polyparse/engine'

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** The bytes of a text in a charset of one or two bytes for each character. */
export const encodeText = (text: string, charset: string): Uint8Array => {
  const table = tables.get(charset) ?? tableOf(charset)
  tables.set(charset, table)
  const bytes = Array.from(text).flatMap((character) => {
    const found = table.get(character)
    if (found === undefined) throw new Error(`${charset} has no ${character}`)
    return found
  })
  return Uint8Array.from(bytes)
}

/** What bytes stand for, turned round. */
const tableOf = (charset: string): ReadonlyMap<string, readonly number[]> => {
  const decoder = charsetDecoder(charset)
  const table = new Map<string, readonly number[]>()
  const add = (...bytes: readonly number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if (!table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(byte)
  if (/jis|euc|gb|big5/.test(charset))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail)
  return table
}
