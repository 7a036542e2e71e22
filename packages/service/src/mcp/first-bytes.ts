/** The first bytes of a body, and whether they are all; the rest of a longer one is not read. */
export const firstBytes = async (
  body: AsyncIterable<Uint8Array>,
  max: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    pieces.push(piece)
    size += piece.length
    if (size > max) return { bytes: Buffer.concat(pieces, max), isWhole: false }
  }
  return { bytes: Buffer.concat(pieces), isWhole: true }
}
