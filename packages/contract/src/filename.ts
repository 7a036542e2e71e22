/** The maximum length of a name that many file systems take, in bytes of UTF-8. */
const maxFilenameBytes = 255
const maxExtensionBytes = 32

const utf8 = new TextEncoder()
const utf8BytesOf = (text: string): number => utf8.encode(text).length

/**
 * A name as it came in a header, percent-encoded. The reason follows the header's name.
 * @example decodeFilename('report%201.pdf') // { filename: 'report 1.pdf' }
 */
export const decodeFilename = (header: string): { filename: string } | { reason: string } => {
  const decoded = percentDecoded(header)
  if (decoded === null) return { reason: 'must be percent-encoded as UTF-8' }
  const filename = cleanFilename(decoded)
  return filename === null ? { reason: 'must name a file' } : { filename }
}

/**
 * A name to show and to guess a type from, without path separators and without characters that are invisible or change
 * the reading direction; null if nothing is left. It is kept, but never used as a path.
 * @example cleanFilename('letters/report.pdf') // 'lettersreport.pdf'
 */
export const cleanFilename = (name: string): string | null => {
  const cleaned = name
    .normalize('NFC')
    .replace(/[/\\]|\p{Cc}|\p{Cs}|\p{Bidi_Control}|[\u2028\u2029\uFEFF]/gu, '')
    .trim()
  return /^\.*$/.test(cleaned) ? null : shortened(cleaned)
}

const percentDecoded = (text: string): string | null => {
  if (!/^[\x20-\x7e\t]*$/.test(text)) return null
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Cut before the extension, which shows the type. */
const shortened = (name: string): string => {
  if (utf8BytesOf(name) <= maxFilenameBytes) return name
  const dot = name.lastIndexOf('.')
  const given = dot > 0 ? name.slice(dot) : ''
  const extension = utf8BytesOf(given) <= maxExtensionBytes ? given : ''
  return `${truncateToUtf8Bytes(name.slice(0, name.length - extension.length), maxFilenameBytes - utf8BytesOf(extension))}${extension}`
}

const truncateToUtf8Bytes = (text: string, bytes: number): string => {
  let end = ''
  let size = 0
  for (const character of text) {
    size += utf8BytesOf(character)
    if (size > bytes) break
    end += character
  }
  return end
}
