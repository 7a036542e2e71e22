import { plausibilityOfText } from './plausibility.ts'

/** A charset by its name in the Encoding Standard, and how sure it is, from 0 to 1. */
export type CharsetGuess = { readonly charset: string; readonly certainty: number }

const candidates = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
]

/** Bytes that are looked at, from a little before the first beyond ASCII. */
const sampleBytes = 8192

/**
 * The charset in which bytes are most plausibly text; the expected one, unless another explains them much better.
 * @param expected its name in the Encoding Standard
 */
export const guessCharset = (bytes: Uint8Array, expected: string): CharsetGuess => {
  const first = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 40)
  const sample = bytes.subarray(first, first + sampleBytes)
  const readings = [...new Set([expected, ...candidates])]
    .flatMap((charset) => {
      const text = decodedBeginning(sample, charset)
      if (text === null) return []
      return [{ charset, text, ...(charset === expected ? plausibilityOfLines(text) : plausibilityOfText(text)) }]
    })
    .toSorted((a, b) => b.score - a.score)
  const own = readings.find(({ charset }) => charset === expected)
  const [best] = readings
  if (best === undefined) return { charset: expected, certainty: 0 }
  const chosen = own === undefined || isMuchBetter(best.score, own.score, best.count) ? best : own
  const rival = readings.find(({ text }) => text !== chosen.text)
  const lead = chosen.score - (rival?.score ?? 0)
  const certainty =
    chosen.score * (0.5 + 0.5 * Math.min(1, Math.max(0, lead) / 0.3)) * (chosen.count / (chosen.count + 1))
  return { charset: chosen.charset, certainty }
}

/** Lines of the expected charset may each be in another language, as in lists of names. */
const plausibilityOfLines = (text: string): ReturnType<typeof plausibilityOfText> => {
  let [sum, count] = [0, 0]
  for (const line of text.split(/[\r\n]+/)) {
    const found = plausibilityOfText(line)
    sum += found.score * found.count
    count += found.count
  }
  return { score: count === 0 ? 1 : sum / count, count }
}

/** By a part of the characters, and at least by one; a text that is half right only by one that is right in nearly all. */
const isMuchBetter = (best: number, own: number, count: number): boolean =>
  best - own > 0.1 && (best - own) * count > 0.9 && (own < 0.5 || best > 0.9)

/** The text of a sample, which may end within a character; null where the bytes are none in this charset. */
const decodedBeginning = (sample: Uint8Array, charset: string): string | null => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(sample, { stream: true })
  } catch {
    return null
  }
}
