import { holding } from '../flow/content.ts'
import type { FlowBlock } from '../flow/flow.ts'
import { paragraphsOf } from '../text/plain/text-engine.ts'

/**
 * The paragraphs of a mail in plain text; lines behind `>` are quotes of the mail that it answers (RFC 3676, 4.5).
 * @example quotedParagraphs('> before\nafter') // [{ type: 'quote', text: 'before' }, { type: 'paragraph', text: 'after' }]
 */
export const quotedParagraphs = (source: string): FlowBlock[] => {
  const parts: { readonly isQuote: boolean; readonly lines: string[] }[] = []
  for (const line of source.split(/\r\n?|\n/)) {
    // Mailboxes write such lines so that they begin no mail.
    const isQuote = line.startsWith('>') && !line.startsWith('>From ')
    const last = parts.at(-1)
    if (last?.isQuote === isQuote) last.lines.push(line)
    else parts.push({ isQuote, lines: [line] })
  }
  return parts.flatMap(({ isQuote, lines }) => {
    if (!isQuote) return paragraphsOf(lines.join('\n'))
    const quoted = paragraphsOf(lines.map((line) => line.replace(/^> ?/, '')).join('\n'))
    return quoted.length === 0 ? [] : [holding({ type: 'quote' }, quoted)]
  })
}
