const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a received header, in which every byte arrives as one character (Latin-1). Servers send UTF-8
 * nevertheless, in file names and redirects; valid UTF-8 is read as such.
 * @example headerText('caf\xc3\xa9') // 'café'
 */
export const headerText = (header: string): string => {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'))
  } catch {
    return header
  }
}
