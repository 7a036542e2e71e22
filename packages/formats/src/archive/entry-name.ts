/**
 * The name of an entry of an archive as text. Programs mark their encoding badly: what is UTF-8 is hardly ever anything
 * else, and what is not is the code page of DOS (APPNOTE, appendix D).
 */
export const entryName = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (codePage437[byte - 0x80] ?? ''),
    ).join('')
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The upper half of code page 437. */
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
