import { charsetDecoder } from './charset-decoder.ts'
import { plausibilityOfText } from './plausibility.ts'

/** A charset that `charsetDecoder` knows, and how sure it is, from 0 to 1. */
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
  'ibm850',
  'ibm437',
  'ibm852',
  'ibm857',
  'ibm737',
  'ibm862',
  'x-mac-ce',
  'x-mac-cyrillic',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
]

/** Bytes that are looked at, from a little before the first beyond ASCII; of longer texts, as many in parts all over them. */
const sampleBytes = 8192
const sampleParts = 8
/** Bytes before a part in which its beginning is looked for. */
const bytesBefore = 40

/**
 * The charset in which bytes are most plausibly text; the expected one, unless another explains them much better.
 * @param expected its name
 */
export const guessCharset = (bytes: Uint8Array, expected: string): CharsetGuess => {
  const samples = samplesOf(bytes)
  const readings = [...new Set([expected, ...candidates])]
    .flatMap((charset) => {
      const text = decodedSamples(samples, charset)
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
  return { charset: isLatin9(chosen) ? 'iso-8859-15' : chosen.charset, certainty }
}

/** ISO-8859-15 has the euro where windows-1252 has a sign that hardly any text has, and nothing where that has quotes and dashes. */
const isLatin9 = ({ charset, text }: { readonly charset: string; readonly text: string }): boolean =>
  charset === 'windows-1252' &&
  /\d\s?¤|¤\s?\d/.test(text) &&
  !/[€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0081\u008D\u008F\u0090\u009D]/.test(text)

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

/**
 * A guess is better by a part of the characters, and at least by one; a text that is half right only by one that is
 * right in nearly all.
 */
const isMuchBetter = (best: number, own: number, count: number): boolean =>
  best - own > 0.1 && (best - own) * count > 0.9 && (own < 0.5 || best > 0.9)

/**
 * Parts of a text with its bytes beyond ASCII, of which the first may be a sign that most charsets have: a few kilobytes at the
 * beginning may say nothing of the rest.
 */
const samplesOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const all = countBeyondAscii(bytes)
  const first = Math.max(0, placeBeyondAscii(bytes, 0, 0) - bytesBefore)
  if (all === 0 || bytes.length - first <= sampleBytes) return [bytes.subarray(first, first + sampleBytes)]
  const size = sampleBytes / sampleParts
  const samples = [bytes.subarray(first, first + size)]
  let end = first + size
  let [place, passed] = [first, 0]
  for (let part = 1; part < sampleParts; part += 1) {
    const wanted = Math.floor((all * part) / sampleParts)
    place = placeBeyondAscii(bytes, place, wanted - passed)
    passed = wanted
    const begin = placeBetweenCharacters(bytes, Math.max(end, place - bytesBefore), place)
    if (begin === -1) continue
    samples.push(bytes.subarray(begin, begin + size))
    end = begin + size
  }
  return samples
}

const countBeyondAscii = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) count += (bytes[at] ?? 0) >> 7
  return count
}

/** The place of a byte beyond ASCII, after `skipped` others from a place on; the end where there is none. */
const placeBeyondAscii = (bytes: Uint8Array, from: number, skipped: number): number => {
  let left = skipped
  for (let at = from; at < bytes.length; at += 1)
    if ((bytes[at] ?? 0) > 0x7f) {
      if (left === 0) return at
      left -= 1
    }
  return bytes.length
}

/** The place after the first space or the like of a stretch, which is no part of a character in any charset; -1 for none. */
const placeBetweenCharacters = (bytes: Uint8Array, from: number, to: number): number => {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) < 0x30) return at + 1
  return -1
}

/** The text of samples, which may end within a character; null where the bytes are none in this charset. */
const decodedSamples = (samples: readonly Uint8Array[], charset: string): string | null => {
  try {
    return samples.map((sample) => charsetDecoder(charset, { fatal: true }).decode(sample, { stream: true })).join('\n')
  } catch {
    return null
  }
}
