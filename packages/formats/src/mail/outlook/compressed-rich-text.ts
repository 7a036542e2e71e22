/** The initial contents of the window (MS-OXRTFCP 2.1.2.1). */
const prefilled = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
)
const windowBytes = 4096
const compressedRtfHeaderBytes = 16
const compressedRtfSignatures = { compressed: 0x75465a4c, stored: 0x414c454d }

/**
 * RTF as mails store it (MS-OXRTFCP), one character for each byte; '' where it is none. What is cut off is read up to
 * there; the result has at most nine times the bytes.
 */
export const richTextOf = (bytes: Buffer): string => {
  if (bytes.length < compressedRtfHeaderBytes) return ''
  const signature = bytes.readUInt32LE(8)
  const content = bytes.subarray(compressedRtfHeaderBytes)
  const size = bytes.readUInt32LE(4)
  if (signature === compressedRtfSignatures.stored) return content.toString('latin1', 0, size)
  return signature === compressedRtfSignatures.compressed
    ? decompress(content).subarray(0, size).toString('latin1')
    : ''
}

const decompress = (content: Buffer): Buffer => {
  const window = Buffer.alloc(windowBytes)
  prefilled.copy(window)
  let at = prefilled.length
  const output: number[] = []
  const write = (byte: number): void => {
    output.push(byte)
    window[at] = byte
    at = (at + 1) % windowBytes
  }
  let next = 0
  while (next < content.length) {
    const flags = content[next] ?? 0
    next += 1
    for (let bit = 0; bit < 8 && next < content.length; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        write(content[next] ?? 0)
        next += 1
        continue
      }
      if (next + 2 > content.length) return Buffer.from(output)
      const reference = content.readUInt16BE(next)
      next += 2
      const from = reference >> 4
      // A reference to the place where the window is written is the end.
      if (from === at) return Buffer.from(output)
      for (let index = 0; index < (reference & 15) + 2; index += 1) write(window[(from + index) % windowBytes] ?? 0)
    }
  }
  return Buffer.from(output)
}
