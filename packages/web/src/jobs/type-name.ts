const names: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/epub+zip': 'EPUB',
  'application/zip': 'ZIP',
  'application/json': 'JSON',
  'application/rtf': 'RTF',
  'message/rfc822': 'mail',
  'application/vnd.ms-outlook': 'mail',
  'text/plain': 'text',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'text/csv': 'CSV',
  'application/octet-stream': '',
}

const families = [
  [/wordprocessingml/, 'Word'],
  [/spreadsheetml/, 'Excel'],
  [/presentationml/, 'PowerPoint'],
  [/opendocument\.text/, 'OpenDocument text'],
  [/opendocument\.spreadsheet/, 'OpenDocument sheet'],
  [/opendocument\.presentation/, 'OpenDocument slides'],
] as const

/** A media type as people call it, such as `PDF`, `Word` or `PNG`; empty if it says nothing. */
export const typeName = (mediaType: string): string => {
  const type = mediaType.replace(/;.*$/s, '').trim().toLowerCase()
  const known = names[type] ?? families.find(([pattern]) => pattern.test(type))?.[1]
  if (known !== undefined) return known
  return type.replace(/^.*\//s, '').replace(/^x-/, '').replace(/\+.*$/s, '').replace(/^.*\./s, '').toUpperCase()
}
