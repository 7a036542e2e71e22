import { type CharsetDecoder, charsetDecoder } from '@polyparse/engine'

/** Encodings by the code page of a document. */
const byCodePage: Readonly<Record<number, string>> = {
  437: 'ibm437',
  737: 'ibm737',
  850: 'ibm850',
  852: 'ibm852',
  857: 'ibm857',
  858: 'ibm858',
  862: 'ibm862',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  10029: 'x-mac-ce',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
}

/**
 * @example encodingOfCodePage(1252) // 'windows-1252'
 */
export const encodingOfCodePage = (page: number): string => {
  if (page >= 1250 && page <= 1258) return `windows-${page}`
  const part = partsOfIso8859.find((number) => page === 28590 + number)
  return byCodePage[page] ?? (part === undefined ? 'windows-1252' : `iso-8859-${part}`)
}

/** The first is part of windows-1252. */
const partsOfIso8859 = [2, 3, 4, 5, 6, 7, 8, 9, 13, 15] as const

/** Code pages by the language of a locale (MS-LCID, its ten lower bits). */
const pagesOfLanguages: Readonly<Record<number, readonly number[]>> = {
  874: [0x1e],
  932: [0x11],
  949: [0x12],
  1250: [0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24],
  1251: [0x02, 0x19, 0x22, 0x23, 0x2f],
  1253: [0x08],
  1254: [0x1f, 0x2c],
  1255: [0x0d],
  1256: [0x01, 0x20, 0x29],
  1257: [0x25, 0x26, 0x27],
  1258: [0x2a],
}

const chinese = 0x04
const simplifiedChinese = new Set([2052, 4100])

/**
 * The code page of Windows in a locale.
 * @example codePageOfLocale(1049) // 1251
 */
export const codePageOfLocale = (locale: number): number => {
  const language = locale & 0x3ff
  if (language === chinese) return simplifiedChinese.has(locale) ? 936 : 950
  const [page = '1252'] = Object.entries(pagesOfLanguages).find(([, languages]) => languages.includes(language)) ?? []
  return Number(page)
}

const decoders = new Map<string, CharsetDecoder>()

/**
 * @example decodeBytes('caf\xe9', 'windows-1252') // 'café'
 */
export const decodeBytes = (bytes: string, encoding: string): string => {
  const decoder = decoders.get(encoding) ?? charsetDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder.decode(Buffer.from(bytes, 'latin1'))
}
