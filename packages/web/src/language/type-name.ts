import type { Messages } from './en.ts'
import { readMessages } from './messages.ts'

const properNames: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/msword': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/epub+zip': 'EPUB',
  'application/zip': 'ZIP',
  'application/json': 'JSON',
  'application/rtf': 'RTF',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'text/csv': 'CSV',
  'application/octet-stream': '',
}

/** Those that each language names. */
const commonNames = {
  'message/rfc822': 'mail',
  'application/vnd.ms-outlook': 'mail',
  'text/plain': 'text',
} as const satisfies Record<string, keyof Messages['mediaTypes']>

const isCommon = (type: string): type is keyof typeof commonNames => type in commonNames

const families = [
  [/wordprocessingml/, () => 'Word'],
  [/spreadsheetml/, () => 'Excel'],
  [/presentationml/, () => 'PowerPoint'],
  [/opendocument\.text/, () => readMessages().mediaTypes.openDocumentText],
  [/opendocument\.spreadsheet/, () => readMessages().mediaTypes.openDocumentSheet],
  [/opendocument\.presentation/, () => readMessages().mediaTypes.openDocumentSlides],
] as const

/**
 * A media type as people call it, such as `PDF`, `Word` or `PNG`; empty if it says nothing.
 * @example typeName('application/pdf') // 'PDF'
 */
export const typeName = (mediaType: string): string => {
  const type = mediaType.replace(/;.*$/s, '').trim().toLowerCase()
  if (isCommon(type)) return readMessages().mediaTypes[commonNames[type]]
  const known = properNames[type] ?? families.find(([pattern]) => pattern.test(type))?.[1]()
  if (known !== undefined) return known
  return type.replace(/^.*\//s, '').replace(/^x-/, '').replace(/\+.*$/s, '').replace(/^.*\./s, '').toUpperCase()
}
