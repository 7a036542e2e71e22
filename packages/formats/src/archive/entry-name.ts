import { charsetDecoder } from '@polyparse/engine'

/**
 * The name of an entry of an archive as text. Programs mark their encoding badly: what is UTF-8 is hardly ever anything
 * else, and what is not is the code page of DOS (APPNOTE, appendix D).
 */
export const entryName = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return codePage437.decode(bytes)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const codePage437 = charsetDecoder('ibm437')
