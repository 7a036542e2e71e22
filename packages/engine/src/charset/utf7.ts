/**
 * Text in UTF-7 (RFC 2152): characters beyond ASCII are UTF-16 in Base64, between `+` and `-`.
 * @example decodeUtf7(Buffer.from('1 +AKM-')) // '1 £'
 */
export const decodeUtf7 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) =>
      encoded === '' ? '+' : new TextDecoder('utf-16be').decode(wholeUnits(Buffer.from(encoded, 'base64'))),
    )

/** Base64 fills the last character with zeros. */
const wholeUnits = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length - (bytes.length % 2))

/**
 * @example isUtf7('UTF-7') // true
 */
export const isUtf7 = (charset: string): boolean => /^(?:x-)?(?:unicode-1-1-)?utf-?7$/i.test(charset)
