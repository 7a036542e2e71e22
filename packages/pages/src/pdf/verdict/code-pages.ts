import { itemAt } from '@polyparse/document/items'
import type { Glyph } from '../../pdfium/character.ts'
import { textOfPlaced } from './doubts.ts'
import { contradicts, type LetterHeights } from './shapes.ts'
import { codePages as parameters } from './parameters.ts'

/*
 * Mistakes that programs make with all codes of a font alike. A mistake is believed if it explains the glyphs of the
 * font that cannot be what they claim, and then goes for its other glyphs outside ASCII as well.
 */

/** The characters above ASCII of a code page of one byte. */
const upperHalf = (name: string): readonly string[] => {
  const decoder = new TextDecoder(name)
  return Array.from({ length: 128 }, (_, index) => decoder.decode(Uint8Array.of(index + 128)))
}

const macRoman = upperHalf('macintosh')
const windows = upperHalf('windows-1252')

/** Returns what bytes of one code page became when they were taken for another. */
const misread = (meant: readonly string[], taken: readonly string[]): ReadonlyMap<string, string> =>
  new Map(taken.map((text, index) => [text, itemAt(meant, index)]))

const mistakes: readonly ((code: number) => string | null)[] = [
  ...[misread(windows, macRoman), misread(macRoman, windows)].map((map) => (code: number) => {
    const text = code > 0x7f && code <= 0xff_ff ? map.get(String.fromCharCode(code)) : undefined
    return text ?? null
  }),
  // Symbol fonts have their codes in the private use area from F000 on.
  (code) => (code >= 0xf0_20 && code <= 0xf0_ff ? String.fromCharCode(code - 0xf0_00) : null),
]

/** The characters of the glyphs of one font that a mistake in its codes explains; empty where none does. */
export const explainByCodePage = (
  glyphs: readonly Glyph[],
  doubted: ReadonlySet<Glyph>,
  heights: LetterHeights,
): ReadonlyMap<Glyph, string> => {
  for (const mistake of mistakes) {
    const meant = new Map<Glyph, string>()
    let [explained, refuted] = [0, 0]
    for (const glyph of glyphs) {
      const text = mistake(glyph.code)
      if (text === null || glyph.ink === null) continue
      if (contradicts(text, glyph, heights)) {
        refuted += contradicts(textOfPlaced(glyph), glyph, heights) ? 0 : 1
        continue
      }
      if (doubted.has(glyph)) explained += 1
      if (doubted.has(glyph) || /[\p{L}\p{P}]/u.test(text)) meant.set(glyph, text)
    }
    if (explained >= parameters.minExplained && refuted <= explained * parameters.maxRefutedShare) return meant
  }
  return new Map()
}
