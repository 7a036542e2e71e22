import { textInFont } from '@polyparse/engine'
import { type DrawingRecord, instanceOf, recordOf, recordsIn } from '../drawing-records/records.ts'

/** The names of the fonts of a presentation by their numbers. */
export type PptFonts = ReadonlyMap<number, string>

/** The way to the fonts (MS-PPT 2.9.8), and where the name of one ends, in bytes (2.9.9). */
const fontRecords = { texts: 0x03f2, fonts: 0x07d5, font: 0x0fb7 }
const bytesOfFontName = 64

export const pptFontsOf = (main: DrawingRecord): PptFonts =>
  new Map(
    recordsIn(recordOf(main.content, fontRecords.texts, fontRecords.fonts)?.content ?? Buffer.alloc(0))
      .filter(({ number }) => number === fontRecords.font)
      .map((record) => [
        instanceOf(record),
        record.content.toString('utf16le', 0, bytesOfFontName).replace(/\0[^]*/, ''),
      ]),
  )

/** A stretch of a text, from and to its places, with the fonts that it is set in. */
type PptStretch = {
  readonly from: number
  readonly to: number
  readonly font: string | undefined
  readonly symbols: string | undefined
}

/** Bits of the settings of characters (MS-PPT 2.9.14), in the order in which their values follow, with the bytes of each. */
const looks = 0x3eb7
const characterBits = { font: 0x010000, symbols: 0x800000 }
const pptCharacterValues: readonly (readonly [bits: number, bytes: number])[] = [
  [looks, 2],
  [characterBits.font, 2],
  [0x200000, 2],
  [0x400000, 2],
  [characterBits.symbols, 2],
  [0x020000, 2],
  [0x040000, 4],
  [0x080000, 2],
]

/**
 * The stretches of a text with fonts of their own, up to its length (MS-PPT 2.9.46).
 * @param at where they begin, behind the settings of paragraphs
 */
export const pptStretchesIn = (style: Buffer, at: number, length: number, fonts: PptFonts): PptStretch[] => {
  const stretches: PptStretch[] = []
  let [place, next] = [0, at]
  while (place < length && next + 8 <= style.length) {
    const [count, mask] = [style.readUInt32LE(next), style.readUInt32LE(next + 4)]
    next += 8
    const named = new Map<number, string | undefined>()
    for (const [bits, bytes] of pptCharacterValues) {
      if ((mask & bits) === 0) continue
      if (next + bytes > style.length) return stretches
      if (bytes === 2) named.set(bits, fonts.get(style.readUInt16LE(next)))
      next += bytes
    }
    const [font, symbols] = [named.get(characterBits.font), named.get(characterBits.symbols)]
    if (font !== undefined || symbols !== undefined) stretches.push({ from: place, to: place + count, font, symbols })
    place += count
  }
  return stretches
}

/**
 * Returns a part of a text as its glyphs show it; characters of the private use area are in the font for symbols. The parts are
 * asked for in order, so that no stretch is looked at again behind its end.
 */
export const partsInFonts = (stretches: readonly PptStretch[]): ((part: string, from: number) => string) => {
  let next = 0
  return (part, from) => {
    let shown = ''
    let done = 0
    for (let index = next; index < stretches.length; index += 1) {
      const stretch = stretches[index]
      if (stretch === undefined || stretch.from - from >= part.length) break
      const [start, end] = [Math.max(done, stretch.from - from), Math.min(part.length, stretch.to - from)]
      if (stretch.to - from <= part.length) next = index + 1
      if (end <= start) continue
      const own = part.slice(start, end).replaceAll(/[\uF020-\uF0FF]+/g, (one) => textInFont(one, stretch.symbols))
      shown += part.slice(done, start) + textInFont(own, stretch.font)
      done = end
    }
    return shown + part.slice(done)
  }
}
