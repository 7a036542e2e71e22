import { damagedWord, type Streams } from './streams.ts'

/** The text of all parts of a document, one after the other, by places that count characters. */
export type PieceText = {
  readonly characters: string
  /** Returns where a character lies in the main stream, by which its formatting is found. */
  offsetOf(place: number): number
  /** Up to which place characters lie in a row to an offset of the main stream; at least one does. */
  placeAt(offset: number, from: number): number
}

type DocTextPiece = { readonly from: number; readonly to: number; readonly offset: number; readonly width: 1 | 2 }

/** Kinds of parts of the structure (MS-DOC 2.9.38): changes of formatting, and the pieces. */
const docPieceTableKinds = { changes: 1, pieces: 2 }
const narrow = 0x40000000

/** Puts the text together from its pieces (MS-DOC 2.4.1); a saved document may have them in any order. */
export const readText = ({ main, structure }: Streams): PieceText => {
  const pieces = piecesIn(structure('pieces'))
  const decoder = new TextDecoder('windows-1252')
  let length = 0
  const parts = pieces.map(({ from, to, offset, width }) => {
    const bytes = main.subarray(offset, offset + (to - from) * width)
    length += bytes.length
    // Pieces share no bytes, so more than there are is an attack on the memory.
    if (bytes.length < (to - from) * width || length > main.length) throw damagedWord()
    return width === 1 ? decoder.decode(bytes) : bytes.toString('utf16le')
  })
  const pieceOf = (place: number): DocTextPiece | undefined => pieces[lastBefore(pieces, place)]
  const offsetOf = (place: number): number => {
    const piece = pieceOf(place)
    return piece === undefined ? 0 : piece.offset + (place - piece.from) * piece.width
  }
  return {
    characters: parts.join(''),
    offsetOf,
    placeAt: (offset, from) => {
      const piece = pieceOf(from)
      if (piece === undefined) return from + 1
      const length = Math.ceil((offset - offsetOf(from)) / piece.width)
      return Math.max(from + 1, Math.min(piece.to, from + length))
    },
  }
}

const piecesIn = (bytes: Buffer): DocTextPiece[] => {
  let at = 0
  while (at < bytes.length && bytes.readUInt8(at) === docPieceTableKinds.changes) at += 3 + bytes.readUInt16LE(at + 1)
  if (at >= bytes.length || bytes.readUInt8(at) !== docPieceTableKinds.pieces) throw damagedWord()
  const table = bytes.subarray(at + 5, at + 5 + bytes.readUInt32LE(at + 1))
  const count = Math.floor((table.length - 4) / 12)
  const pieces: DocTextPiece[] = []
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [table.readUInt32LE(index * 4), table.readUInt32LE(index * 4 + 4)]
    const start = table.readUInt32LE((count + 1) * 4 + index * 8 + 2)
    // Places count on without a gap, from the first character.
    if (to < from || from !== (pieces.at(-1)?.to ?? 0)) throw damagedWord()
    const isNarrow = (start & narrow) !== 0
    pieces.push({ from, to, offset: isNarrow ? (start & ~narrow) >>> 1 : start, width: isNarrow ? 1 : 2 })
  }
  return pieces
}

/**
 * The index of the last entry that begins at a place or before it; -1 for none.
 * @example lastBefore([{ from: 0 }, { from: 10 }], 7) // 0
 */
export const lastBefore = (entries: readonly { readonly from: number }[], place: number): number => {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.from ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}
