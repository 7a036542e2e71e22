/** Which engine reads which media type, as detected from the bytes. */
export const engineByMediaType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
}
