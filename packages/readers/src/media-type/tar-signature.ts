const checksum = { start: 148, end: 156 }

/** The sum of the bytes of a header in a tar archive, its own field taken as spaces (POSIX.1-1988, 10.1.1). */
export const tarChecksum = (header: Uint8Array): number =>
  header.reduce((sum, byte, at) => sum + (at >= checksum.start && at < checksum.end ? 0x20 : byte), 0)

/** Tells whether bytes begin with the header of a tar archive: whatever its format, that states its own sum. */
export const isTar = (bytes: Uint8Array): boolean => {
  const stated = Buffer.from(bytes.subarray(checksum.start, checksum.end)).toString('latin1')
  return bytes.length >= 512 && Number.parseInt(stated, 8) === tarChecksum(bytes.subarray(0, 512))
}
