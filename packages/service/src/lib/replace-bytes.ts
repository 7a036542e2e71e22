/** Replaces one text by another in bytes, piece by piece, also where that is divided between two pieces. */
export async function* replaceBytes(
  pieces: AsyncIterable<Uint8Array>,
  text: string,
  replacement: string,
): AsyncGenerator<Uint8Array> {
  const [sought, put] = [Buffer.from(text), Buffer.from(replacement)]
  /** The bytes that may be the beginning of the text. */
  let held: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const bytes = Buffer.concat([held, piece])
    let at = 0
    for (let found = bytes.indexOf(sought); found >= 0; found = bytes.indexOf(sought, at)) {
      if (found > at) yield bytes.subarray(at, found)
      yield put
      at = found + sought.length
    }
    const end = Math.max(at, bytes.length - sought.length + 1)
    if (end > at) yield bytes.subarray(at, end)
    held = bytes.subarray(end)
  }
  if (held.length > 0) yield held
}
