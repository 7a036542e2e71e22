import { isUtf8 } from 'node:buffer'
import { type Warning, warning } from '@polyparse/document'
import { type CharsetGuess, guessCharset } from './charset/guess-charset.ts'
import { charsetDecoder } from './charset/charset-decoder.ts'
import { olderCharsetOf } from './charset/older-charsets.ts'
import { decodeUtf7, isUtf7 } from './charset/utf7.ts'
import { withoutControls } from './control-characters.ts'

/** The facts about the charset of a text that come from outside of it. */
export type TextSource = {
  /** The name of the charset that is declared, or that is usual where the text is from; null where nothing says it. */
  readonly declared?: string | null
  /** One of `charsets`, of which the caller is certain; null for none. */
  readonly charset?: string | null
  /** The list that takes a warning `charset_guessed` if the charset had to be guessed. */
  readonly warnings: Warning[]
}

/**
 * Text of unknown charset: a byte order mark decides; UTF-16 and UTF-32 without one are recognised by their zero bytes, ISO-2022-JP by its
 * escapes, UTF-8 by its sequences. Otherwise the declared charset holds, or windows-1252 where none is declared, unless
 * the letters of another language are much more plausible. What the caller says goes before all of it. Control characters that text does not contain are left out.
 */
export const decodeText = (bytes: Uint8Array, source: TextSource): string => {
  const { declared = null, charset = null } = source
  const named = charset ?? declared
  if (named !== null && isUtf7(named)) return withoutControls(decodeUtf7(bytes))
  const text = withoutControls(charsetDecoder(charsetOfText(bytes, source)).decode(bytes))
  if (charset !== null && text.includes('\uFFFD')) source.warnings.push(notInCharset(charset))
  return text
}

/** The charset in which `decodeText` reads a text, by a name that `charsetDecoder` knows. */
export const charsetOfText = (bytes: Uint8Array, { declared = null, charset = null, warnings }: TextSource): string => {
  if (charset !== null) return charset
  const expected = knownCharset(declared) ?? 'windows-1252'
  const certain = charsetOfSigns(bytes)
  const guess = certain ?? guessCharset(bytes, expected)
  const doubted = certain === null && (guess.charset !== expected || guess.certainty < doubtfulCertainty)
  if (doubted || (certain !== null && certain.certainty < 1)) warnings.push(charsetGuessed(guess, declared))
  return guess.charset
}

/** A charset that is expected is doubted below this certainty, from 0 to 1: few of its characters are those of a text. */
const doubtfulCertainty = 0.2

/** The charset that the bytes themselves tell; null where they tell none. */
const charsetOfSigns = (bytes: Uint8Array): CharsetGuess | null => {
  const utf32 = utf32Of(bytes)
  if (utf32 !== null) return { charset: utf32, certainty: 1 }
  const utf16 = utf16Of(bytes)
  if (utf16 !== null) return { charset: utf16, certainty: 1 }
  if (isIso2022Jp(bytes)) return { charset: 'iso-2022-jp', certainty: 1 }
  const certainty = shareOfUtf8(bytes)
  return certainty > leastShareOfUtf8 ? { charset: 'utf-8', certainty } : null
}

/**
 * The byte order of UTF-16, by its mark or by the zeros of Western text; null where it is none.
 * @example utf16Of(Buffer.from('fffe4100', 'hex')) // 'utf-16le'
 */
export const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null =>
  utf16OfByteOrderMark(bytes) ?? zerosOf(bytes)

const utf16OfByteOrderMark = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Western text in UTF-16 has a zero in every other byte. */
const zerosOf = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const head = bytes.subarray(0, 1024)
  const zeros = (offset: number): number => head.filter((byte, index) => index % 2 === offset && byte === 0).length
  const many = head.length / 2 / 3
  if (head.length < 4 || zeros(0) + zeros(1) === 0) return null
  if (zeros(1) > many && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > many && zeros(1) === 0 ? 'utf-16be' : null
}

/** The byte order of UTF-32, in which the highest byte of each character is 0 and the next one at most 1; null where it is none. */
export const utf32Of = (bytes: Uint8Array): 'utf-32le' | 'utf-32be' | null => {
  const head = bytes.subarray(0, 1024 - (1024 % 4))
  if (head.length < 8 || bytes.length % 4 !== 0) return null
  const isZero = (offset: number): boolean => head.every((byte, index) => index % 4 !== offset || byte === 0)
  const isSmall = (offset: number): boolean => head.every((byte, index) => index % 4 !== offset || byte <= 1)
  const isText = (offset: number): boolean => head.every((byte, index) => index % 4 !== offset || byte !== 0)
  if (isZero(3) && isSmall(2) && isText(0)) return 'utf-32le'
  return isZero(0) && isSmall(1) && isText(3) ? 'utf-32be' : null
}

/** Bytes of seven bits that change to Japanese characters and back. */
const isIso2022Jp = (bytes: Uint8Array): boolean => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return ['\u001B$B', '\u001B$@'].some((escape) => buffer.includes(escape)) && !bytes.some((byte) => byte > 0x7f)
}

/** Other charsets hardly ever have sequences of UTF-8, so that text of which most is in it is damaged. */
const leastShareOfUtf8 = 0.9
const sampleOfUtf8 = 2 ** 20

/** The share of UTF-8 in what is not ASCII. */
const shareOfUtf8 = (bytes: Uint8Array): number => {
  if (isUtf8(bytes)) return 1
  let [whole, broken] = [0, 0]
  for (const character of new TextDecoder().decode(bytes.subarray(0, sampleOfUtf8)))
    if (character === '\uFFFD') broken += 1
    else if (character > '\u007F') whole += 1
  return whole / Math.max(1, whole + broken) - Number.EPSILON
}

/** The name of a charset that can be decoded; null where there is none, or where the bytes have shown that it is not the one. */
const knownCharset = (declared: string | null): string | null => {
  const older = olderCharsetOf(declared ?? '')
  if (older !== null) return older
  try {
    const { encoding } = new TextDecoder(declared ?? '')
    return encoding.startsWith('utf-') ? null : encoding
  } catch {
    return null
  }
}

const notInCharset = (charset: string): Warning =>
  warning(
    'charset_guessed',
    `The text has bytes that are none in ${charset}, as it was said to be in; they are shown as U+FFFD.`,
  )

const charsetGuessed = ({ charset, certainty }: CharsetGuess, declared: string | null): Warning => {
  const said =
    declared === null ? 'does not say its charset' : `is not plausible in the charset ${declared}, which it declares`
  if (charset === 'utf-8')
    return warning('charset_guessed', 'The text is in UTF-8 but for some bytes, which are shown as U+FFFD.')
  const sure = `${Math.round(certainty * 100)} % sure`
  return warning('charset_guessed', `The text ${said}; it was read as ${charset}, which is ${sure}.`)
}
