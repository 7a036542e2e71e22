/**
 * These tell, by the last three bytes before this one that looked like a call, whether it can be one, and which byte
 * says so.
 */
const isAllowed = [true, true, true, false, true, false, false, false]
const telling = [0, 1, 2, 2, 3, 3, 3, 3]

/** Tells whether an address ends like one in reach: programs are packed with calls of these alone changed. */
const isNearBranchByte = (byte: number): boolean => byte === 0x00 || byte === 0xff

/**
 * Undoes the x86 filter in place. The filter counts the targets of calls (and of what looks like a call) from the start of
 * the bytes instead of from the call, which packs better.
 * @see https://git.tukaani.org/xz-embedded.git, xz_dec_bcj.c, in the public domain
 */
export const relativeBranches = (bytes: Buffer): Buffer => {
  let before = -1
  let mask = 0
  for (let at = 0; at < bytes.length - 4; at += 1) {
    if (((bytes[at] ?? 0) & 0xfe) !== 0xe8) continue
    const distance = at - before
    before = at
    mask = distance > 3 ? 0 : (mask << (distance - 1)) & 7
    const isCall =
      mask === 0 || (isAllowed[mask] === true && !isNearBranchByte(bytes[at + 4 - (telling[mask] ?? 0)] ?? 0))
    if (isCall && isNearBranchByte(bytes[at + 4] ?? 0)) {
      bytes.writeInt32LE(targetOf(bytes.readInt32LE(at + 1), at + 5, mask), at + 1)
      at += 4
    } else mask = ((mask << 1) | 1) & 7
  }
  return bytes
}

const targetOf = (absolute: number, next: number, mask: number): number => {
  let source = absolute
  for (;;) {
    const target = (source - next) | 0
    const bits = 8 * (telling[mask] ?? 0)
    if (mask === 0 || !isNearBranchByte((target >>> (24 - bits)) & 0xff)) return (target << 7) >> 7
    source = target ^ (2 ** (32 - bits) - 1)
  }
}
