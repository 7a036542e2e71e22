import type { Attachment, DocumentMetadata, Warning } from '@polyparse/document'
import { type Address, addressParser, type Attachment as MailPart, type Email } from 'postal-mime'
import { withoutControls } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { FindPicture, FlowBlock } from '../flow/flow.ts'
import { labelledLines } from '../flow/labelled.ts'
import { bytesOfMailPart, type ParsedMail, parseMail } from './parse-mail.ts'
import { toldByPart } from './told-parts.ts'
import { quotedParagraphs } from './quoted-paragraphs.ts'
import { htmlTreeBlocks } from '../web/html/html-blocks.ts'
import { embeddedPicture, parseHtml } from '../web/html/nodes.ts'

/** The contents of a mail. */
export type Mail = {
  readonly blocks: readonly FlowBlock[]
  readonly attachments: readonly Attachment[]
  readonly metadata: Partial<Pick<DocumentMetadata, 'title' | 'author' | 'createdAt'>>
  readonly warnings: readonly Warning[]
}

/**
 * A mail: its subject, sender, recipients and date, its body (the HTML one where there is one), and the names of its
 * attachments. Attachments are not read; pictures in the body are.
 * @param charset of its texts, where the caller knows it
 * @throws {EngineFailure} `document_empty`, `document_damaged`
 */
export const readMail = async (bytes: Uint8Array, charset: string | null = null): Promise<Mail> =>
  mailOf(await parseMail(bytes, { charset, depth: 0 }))

/**
 * The same for a mail whose parts are known.
 * @throws {EngineFailure} `document_empty`
 */
export const mailOf = (parsed: ParsedMail): Mail => {
  const mail = inText(parsed.email)
  const warnings: Warning[] = []
  const { body, attached } = partsOfMail(parsed, warnings)
  const blocks = [...body, ...attachmentList(attached)]
  if (blocks.length === 0 && warnings.length === 0) throw new EngineFailure('document_empty', 'The mail has no text.')
  return { blocks, attachments: attached.map(attachmentOf), metadata: metadataOf(mail), warnings }
}

/** A file that is attached to a mail: its name, or its media type where it has none. */
export type AttachedFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }

/**
 * The files attached to a mail, in the order in which `readMail` lists them.
 * @throws {EngineFailure} `document_damaged`
 */
export const attachmentsOf = async (bytes: Uint8Array): Promise<AttachedFile[]> =>
  attachedFilesOf(await parseMail(bytes, { charset: null, depth: 0 }))

/** The same for a mail whose parts are known. */
export const attachedFilesOf = (mail: ParsedMail): AttachedFile[] =>
  partsOfMail(mail, []).attached.map((attachment) => ({
    name: nameOfMailPart(attachment),
    mediaType: attachment.mimeType.toLowerCase(),
    bytes: bytesOfMailPart(attachment),
  }))

/** A mail whose texts have no control characters, also where an encoding of its parts has brought them. */
const inText = (mail: Email): Email => ({
  ...mail,
  ...(mail.subject !== undefined && { subject: withoutControls(mail.subject) }),
  ...(mail.text !== undefined && { text: withoutControls(mail.text) }),
  ...(mail.html !== undefined && { html: withoutControls(mail.html) }),
})

const headBlocksOfMail = (mail: Email): FlowBlock[] => {
  const lines = [
    ['From', sendersOf(mail)],
    ['To', formatMailAddresses(mail.to)],
    ['Cc', formatMailAddresses(mail.cc)],
    ['Date', mail.date ?? ''],
  ] as const
  const subject = (mail.subject ?? '').trim()
  return [...(subject === '' ? [] : [{ type: 'title' as const, text: subject }]), ...labelledLines(lines)]
}

/** Everyone who is named as an author; the library has only the first one. */
const sendersOf = ({ headers, from }: Email): string => {
  const named = headers.filter(({ key }) => key === 'from').flatMap(({ value }) => addressParser(value))
  return formatMailAddresses(named.length > 0 ? named : from === undefined ? [] : [from])
}

const formatMailAddresses = (addresses: readonly Address[] = []): string =>
  addresses
    .map(({ name, address, group }) => {
      if (group !== undefined) return `${name}: ${formatMailAddresses(group)}`
      return name === '' || name === address ? (address ?? '') : `${name} <${address ?? ''}>`
    })
    .map(withoutControls)
    .join(', ')

type MailParts = { readonly body: readonly FlowBlock[]; readonly attached: readonly MailPart[] }

/** The head and the text of a mail and of those that it forwards, and the attachments of all of them. */
const partsOfMail = (parsedMail: ParsedMail, warnings: Warning[]): MailParts => {
  const { email, about = [], warnings: parsed, forwarded, richText } = parsedMail
  const mail = inText(email)
  warnings.push(...parsed)
  const { body, attached } = bodyOfMail(mail, richText, warnings)
  const inner = forwarded.map((one) => partsOfMail(one, warnings))
  return {
    body: [...headBlocksOfMail(mail), ...about, ...body, ...inner.flatMap((one) => one.body.map(asForwarded))],
    attached: [...attached, ...inner.flatMap((one) => one.attached)],
  }
}

/** The subject of a mail that is forwarded is not the title of the document. */
const asForwarded = (block: FlowBlock): FlowBlock =>
  block.type === 'title' ? { ...block, type: 'heading', level: 2 } : block

/** The text, and the attachments that are not shown in it. */
const bodyOfMail = (mail: Email, richText: readonly FlowBlock[], warnings: Warning[]): MailParts => {
  const shown = new Set<MailPart>()
  const findPicture: FindPicture = (address) => {
    const id = /^cid:(.+)$/i.exec(address.trim())?.[1]
    const found =
      id === undefined ? undefined : mail.attachments.find((one) => one.contentId === `<${decodeContentId(id)}>`)
    if (found === undefined) return embeddedPicture(address)
    shown.add(found)
    return { data: bytesOfMailPart(found) }
  }
  const html = mail.html === undefined ? [] : htmlTreeBlocks(parseHtml(mail.html), { findPicture })
  const body = [html, richText].find((blocks) => blocks.length > 0) ?? quotedParagraphs(mail.text ?? '')
  const told = mail.attachments.flatMap((part) => {
    const blocks = toldByPart(part, warnings)
    if (blocks.length > 0) shown.add(part)
    return blocks
  })
  const attached = mail.attachments.filter((attachment) => !shown.has(attachment))
  return { body: [...body, ...told], attached }
}

const decodeContentId = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

const nameOfMailPart = ({ filename, mimeType }: MailPart): string =>
  filename === null || filename === '' ? mimeType : filename

const attachmentOf = (part: MailPart): Attachment => ({
  name: nameOfMailPart(part),
  mimeType: part.mimeType,
  sizeBytes: bytesOfMailPart(part).length,
})

const attachmentList = (attachments: readonly MailPart[]): FlowBlock[] =>
  attachments.length === 0
    ? []
    : [
        { type: 'heading', level: 2, text: 'Attachments' },
        ...attachments.map((part): FlowBlock => ({
          type: 'list_item',
          level: 1,
          marker: '•',
          text: nameOfMailPart(part),
        })),
      ]

const metadataOf = (mail: Email): Mail['metadata'] => {
  const author = sendersOf(mail)
  const time = new Date(mail.date ?? '')
  return {
    ...(mail.subject && { title: mail.subject }),
    ...(author !== '' && { author }),
    ...(!Number.isNaN(time.getTime()) && { createdAt: time.toISOString() }),
  }
}
