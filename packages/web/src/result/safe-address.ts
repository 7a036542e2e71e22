/**
 * The address of a link in a document, if it may be followed: to the web or to a mailbox, never to a script.
 * @example safeAddress('javascript:alert(1)') // null
 */
export const safeAddress = (href: string | undefined): string | null => {
  const url = href === undefined ? null : URL.parse(href)
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null
}
