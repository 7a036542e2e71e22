import type { TextSource } from '@polyparse/engine'
import type { FlowBlock } from '../../flow/flow.ts'
import { readRichText } from '../../office/rich-text/rich-text-reader.ts'
import { decodeHtml } from '../../web/html/decode-html.ts'
import { richTextOf } from './compressed-rich-text.ts'
import { encodingOf, type OutlookPropertyTable } from './properties.ts'
import { wrappedHtml } from './wrapped-html.ts'

/** Identifiers of properties (MS-OXPROPS). */
const bodyPropertyIds = { html: '1013', codePage: '3FDE', richText: '1009' }

/** The body in the best form there is: HTML, HTML wrapped into RTF, or RTF. */
export const bodyOfOutlookMail = (
  properties: Pick<OutlookPropertyTable, 'text' | 'bytes' | 'number'>,
  source: TextSource,
): { readonly html: string | null; readonly richText: readonly FlowBlock[] } => {
  const bytes = properties.bytes(bodyPropertyIds.html)
  const codePage = properties.number(bodyPropertyIds.codePage)
  const html =
    bytes === null
      ? properties.text(bodyPropertyIds.html)
      : decodeHtml(bytes, { ...source, declared: encodingOf(codePage) })
  if (html !== '') return { html, richText: [] }
  const compressed = properties.bytes(bodyPropertyIds.richText)
  const rich = compressed === null ? '' : richTextOf(compressed)
  const wrapped = wrappedHtml(rich)
  if (wrapped !== null) return { html: wrapped, richText: [] }
  // RTF around plain text adds nothing.
  const isText = rich === '' || /\\fromtext\b/.test(rich.slice(0, 1024))
  return { html: null, richText: isText ? [] : readRichText(rich).blocks }
}
