/** The bytes of a directory with one entry: a list of more directories than fit into the file never ends. */
const minDirectoryBytes = 18

/**
 * Returns how many pages a TIFF or BigTIFF has, from the list of its directories; null if it is none, or a damaged one. Reads a
 * few bytes for each page.
 */
export const countTiffFrames = async (file: Blob): Promise<number | null> => {
  const read = async (start: number, length: number): Promise<DataView> =>
    new DataView(await file.slice(start, start + length).arrayBuffer())
  const head = await read(0, 16)
  if (head.byteLength < 8) return null
  const order = head.getUint16(0)
  const little = order === 0x4949
  if (!little && order !== 0x4d4d) return null
  const version = head.getUint16(2, little)
  if (version !== 42 && version !== 43) return null
  const big = version === 43
  if (big && head.byteLength < 16) return null
  const addressAt = (view: DataView, at: number): number =>
    big ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little)

  let frames = 0
  for (let at = addressAt(head, big ? 8 : 4); at !== 0; frames++) {
    if (frames > file.size / minDirectoryBytes) return null
    const [countBytes, entryBytes, addressBytes] = big ? [8, 20, 8] : [2, 12, 4]
    const counted = await read(at, countBytes)
    if (counted.byteLength < countBytes) return null
    const entries = big ? Number(counted.getBigUint64(0, little)) : counted.getUint16(0, little)
    const next = await read(at + countBytes + entries * entryBytes, addressBytes)
    if (next.byteLength < addressBytes) return null
    at = addressAt(next, 0)
  }
  return frames === 0 ? null : frames
}
