type TiffTestFrame = { readonly width: number; readonly height: number; readonly grey: number }

/** A TIFF with a frame of one grey for each, uncompressed, at 72 dpi (TIFF 6.0, section 3). */
export const tiffOf = (...frames: readonly TiffTestFrame[]): Buffer => {
  const head = Buffer.from('49492a0008000000', 'hex')
  const parts: Buffer[] = [head]
  let at = head.length
  for (const [index, { width, height, grey }] of frames.entries()) {
    const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, at + 2 + 8 * 12 + 4],
      [278, 4, height],
      [279, 4, width * height],
    ]
    const directory = Buffer.alloc(2 + entries.length * 12 + 4)
    directory.writeUInt16LE(entries.length)
    for (const [position, [tag, type, value]] of entries.entries()) {
      const from = 2 + position * 12
      directory.writeUInt16LE(tag, from)
      directory.writeUInt16LE(type, from + 2)
      directory.writeUInt32LE(1, from + 4)
      directory.writeUInt32LE(value, from + 8)
    }
    at += directory.length + width * height
    directory.writeUInt32LE(index === frames.length - 1 ? 0 : at, directory.length - 4)
    parts.push(directory, Buffer.alloc(width * height, grey))
  }
  return Buffer.concat(parts)
}
