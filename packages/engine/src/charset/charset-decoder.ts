import { isOlderCharset, olderCharsets } from './older-charsets.ts'

/** The part of a `TextDecoder` that is used. */
export type CharsetDecoder = {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

/**
 * A decoder of a charset of the Encoding Standard, of DOS or old Macs, or of UTF-32.
 * @param fatal whether bytes that are no text are refused; otherwise they become U+FFFD
 */
export const charsetDecoder = (charset: string, { fatal = false } = {}): CharsetDecoder => {
  if (isOlderCharset(charset)) return singleByteDecoder(olderCharsets[charset], fatal)
  if (charset === 'utf-32le' || charset === 'utf-32be') return utf32Decoder(charset === 'utf-32le', fatal)
  return new TextDecoder(charset, { fatal })
}

const singleByteDecoder = (upperHalf: string, fatal: boolean): CharsetDecoder => ({
  decode: (bytes = new Uint8Array()) => {
    const asStored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const text = asStored.replaceAll(/[\u0080-\u00FF]/g, (byte) => upperHalf.charAt(byte.charCodeAt(0) - 0x80))
    return requireText(text, fatal)
  },
})

const utf32Decoder = (isLittleEndian: boolean, fatal: boolean): CharsetDecoder => {
  let left: Uint8Array = new Uint8Array()
  return {
    decode: (bytes = new Uint8Array(), { stream = false } = {}) => {
      const all = left.length === 0 ? bytes : Buffer.concat([left, bytes])
      const whole = all.length - (all.length % 4)
      const view = new DataView(all.buffer, all.byteOffset, whole)
      let text = ''
      for (let at = 0; at < whole; at += 4) text += characterOfCode(view.getUint32(at, isLittleEndian))
      left = stream ? all.slice(whole) : new Uint8Array()
      if (!stream && whole < all.length) text += '\uFFFD'
      return requireText(text.replace(/^\uFEFF/, ''), fatal)
    },
  }
}

const characterOfCode = (code: number): string =>
  code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\uFFFD' : String.fromCodePoint(code)

const requireText = (text: string, fatal: boolean): string => {
  if (fatal && text.includes('\uFFFD')) throw new TypeError('the bytes are no text in this charset')
  return text
}
