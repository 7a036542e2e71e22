import { withoutControls } from '@polyparse/engine'

/** The pieces that RTF is made of (Rich Text Format Specification 1.9.1). */
export type RichTextToken =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'word'; readonly name: string; readonly value: number | null }
  /** Bytes of text in the encoding that holds at this place. */
  | { readonly kind: 'text'; readonly bytes: string }
  | { readonly kind: 'binary'; readonly data: Uint8Array }

const grammar = /\{|\}|\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|[^\\{}\r\n]+|[\r\n]+/giy

/** All tokens up to the end of the RTF. The source has one character for each byte. */
export const tokensOf = function* (source: string): Generator<RichTextToken> {
  grammar.lastIndex = 0
  let at = 0
  while (at < source.length) {
    grammar.lastIndex = at
    const match = grammar.exec(source)
    if (match === null) return
    at = grammar.lastIndex
    const [whole, name, number, hex, symbol] = match
    if (whole === '{') yield { kind: 'open' }
    else if (whole === '}') yield { kind: 'close' }
    else if (name === 'bin') {
      const length = Math.max(0, Number(number ?? 0))
      yield { kind: 'binary', data: Buffer.from(source.slice(at, at + length), 'latin1') }
      at += length
    } else if (name !== undefined) yield { kind: 'word', name, value: number === undefined ? null : Number(number) }
    else if (hex !== undefined) yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hex, 16)) }
    else if (symbol !== undefined) yield { kind: 'word', name: symbol, value: null }
    else if (!/^[\r\n]/.test(whole)) yield { kind: 'text', bytes: withoutControls(whole) }
  }
}
