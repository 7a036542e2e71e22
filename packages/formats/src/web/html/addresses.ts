/** The names that links and their targets have in the document. */
export type Addresses = {
  readonly ofLink: (href: string) => string
  readonly ofPlace: (id: string) => string
}

/** Links within the page lead to its places; all others stay as they are. */
export const withinPage: Addresses = {
  ofLink: (href) => (href.startsWith('#') ? `#${decodedName(href.slice(1))}` : href),
  ofPlace: (id) => id,
}

/**
 * The name of a place as a link writes it, without its escapes.
 * @example decodedName('caf%C3%A9') // 'café'
 */
export const decodedName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
