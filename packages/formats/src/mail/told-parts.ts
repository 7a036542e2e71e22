import type { Warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import type { Attachment as MailPart } from 'postal-mime'
import type { FlowBlock } from '../flow/flow.ts'
import { labelledLines } from '../flow/labelled.ts'
import { calendarBlocks } from '../text/records/calendar.ts'
import { contentLines } from '../text/records/content-lines.ts'
import { bytesOfMailPart } from './parse-mail.ts'

/**
 * Returns what a part of a mail tells that its body may leave out: the time and place of an invitation, or the recipients
 * that a message did not reach (RFC 3464), and why; nothing where it is a file.
 */
export const toldByPart = (part: MailPart, warnings: Warning[]): readonly FlowBlock[] => {
  if (part.disposition === 'attachment') return []
  const type = part.mimeType.toLowerCase()
  if (type !== 'text/calendar' && type !== 'message/delivery-status') return []
  const text = decodeText(bytesOfMailPart(part), { warnings })
  return type === 'text/calendar' ? invitation(text) : deliveryStatus(text)
}

const invitation = (text: string): readonly FlowBlock[] =>
  calendarBlocks(contentLines(text)).blocks.map((block) => (block.type === 'heading' ? { ...block, level: 2 } : block))

const statusFields = ['Final-Recipient', 'Original-Recipient', 'Action', 'Status', 'Diagnostic-Code', 'Remote-MTA']

/** Groups of fields, one for each recipient after the one about the message. */
const deliveryStatus = (text: string): readonly FlowBlock[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .flatMap((group) => {
      const fields = new Map(
        group.split('\n').map((line): [string, string] => {
          const at = line.indexOf(':')
          return [line.slice(0, Math.max(at, 0)).trim().toLowerCase(), withoutAddressType(line.slice(at + 1).trim())]
        }),
      )
      return labelledLines(statusFields.map((name) => [name, fields.get(name.toLowerCase()) ?? '']))
    })

/** Values begin with what kind they are: `rfc822;ann@example.com`. */
const withoutAddressType = (value: string): string => value.replace(/^[\w-]{1,30};\s*/, '')
