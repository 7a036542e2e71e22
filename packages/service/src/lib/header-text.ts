const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a received header, which arrives one character a byte (Latin-1). Servers send UTF-8 all the same, in file
 * names and redirects; what is valid UTF-8 was meant as such.
 */
export const headerText = (header: string): string => {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}
