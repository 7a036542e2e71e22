import { decodeText, type TextSource } from '@polyparse/engine'

/**
 * HTML as text, in the encoding that it declares where its bytes do not say themselves what they are in; else in the
 * one that is declared beside it.
 */
export const decodeHtml = (bytes: Uint8Array, { declared = null, ...source }: TextSource): string =>
  decodeText(bytes, { ...source, declared: declaredEncoding(bytes) ?? declared })

/**
 * The encoding that the XML declaration or the first `meta` element declares. Browsers look at 1024 bytes before they
 * begin, but a declaration further on makes them begin again, however much is in front of it.
 */
const declaredEncoding = (bytes: Uint8Array): string | null => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (const [, declared] of source.matchAll(declaration)) if (declared !== undefined) return declared
  return null
}

/** A piece without markup is matched as a whole, to its end or that of the page, so that nothing in it counts. */
const declaration =
  /<!--[^]*?(?:-->|$)|<(?:script|style|title)\b[^]*?(?:<\/(?:script|style|title)|$)|(?:^\s*<\?xml[^>]{0,200}encoding|<meta[^>]{0,200}charset)\s*=\s*["']?([\w-]{1,40})/gi
