const schemes = new Set(['http', 'https', 'mailto'])

/**
 * The address when a reader may be sent there: http, https, mail, a place in the document, or relative; else null.
 * Judged like a browser reads it, which ignores control characters and space before and line ends inside it.
 */
export const safeAddress = (href: string): string | null => {
  const address = href.replaceAll(/\p{Cc}/gu, '').trim()
  const scheme = /^([^/?#]*?):/.exec(address.replaceAll(/\s/g, ''))?.[1]
  if (address === '' || (scheme !== undefined && !schemes.has(scheme.toLowerCase()))) return null
  return address
}
