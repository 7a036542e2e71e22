/** Whether the bytes are a compound file (MS-CFB 2.2), in which Office keeps what it encrypts, and all its old formats. */
export const isCompoundFile = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))
