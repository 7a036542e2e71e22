const values = new Int8Array(256).fill(-1)
for (const [value, character] of Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
).entries())
  values[character.charCodeAt(0)] = value

/** The bytes that padded base64 encodes; null if it is something else. */
export const decodeBase64 = (text: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  if (text.length % 4 !== 0) return null
  const padding = text.at(-1) !== 0x3d ? 0 : text.at(-2) === 0x3d ? 2 : 1
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  const end = text.length - padding
  let to = 0
  for (let at = 0; at < text.length; at += 4) {
    let group = 0
    for (let index = at; index < at + 4; index += 1) {
      const value = index < end ? (values[text[index] ?? 0] ?? -1) : 0
      if (value < 0) return null
      group = (group << 6) | value
    }
    // Writes beyond the end of the array are ignored.
    bytes[to] = group >> 16
    bytes[to + 1] = group >> 8
    bytes[to + 2] = group
    to += 3
  }
  return bytes
}
