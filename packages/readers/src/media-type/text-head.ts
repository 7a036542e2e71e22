const byteOrderMarks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** Control characters that no text has; tab, line feeds, form feed and escape (ISO-2022) are none of them. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const binary = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/

/** The beginning of a file as text without its byte order mark, or null when it is not text. */
export const decodeText = (head: Uint8Array): string | null => {
  const [, encoding = 'utf-8'] = byteOrderMarks.find(([mark]) => mark.every((byte, at) => head[at] === byte)) ?? []
  const text = new TextDecoder(encoding).decode(head)
  return binary.test(text) ? null : text
}
