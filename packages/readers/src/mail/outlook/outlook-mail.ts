import type { Address, Attachment, Email } from 'postal-mime'
import type { Storage } from '../../compound/compound-file.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { readRichText } from '../../office/rich-text/reader.ts'
import { decodeHtml } from '../../web/html/decode-html.ts'
import { type AttachedFile, attachedFilesOf, type Mail, mailOf } from '../read-mail.ts'
import { richTextOf } from './compressed-rich-text.ts'
import { encodingOf, headBytes, type Properties, propertiesOf } from './properties.ts'
import { wrappedHtml } from './wrapped-html.ts'

/** Identifiers of properties (MS-OXPROPS). */
const ids = {
  subject: '0037',
  body: '1000',
  richText: '1009',
  html: '1013',
  codePage: '3FDE',
  sent: '0039',
  received: '0E06',
  displayTo: '0E04',
  displayCc: '0E03',
  senderName: '0C1A',
  senderAddress: '0C1F',
  senderSmtpAddress: '5D01',
  representedName: '0042',
  representedAddress: '0065',
  representedSmtpAddress: '5D02',
  recipientKind: '0C15',
  name: '3001',
  address: '3003',
  smtpAddress: '39FE',
  fileName: '3707',
  shortFileName: '3704',
  contentType: '370E',
  contentId: '3712',
  content: '3701',
} as const

/** Kinds of recipients (MS-OXOMSG 2.2.3.1). */
const recipients = { to: 1, cc: 2 }

type OutlookEmail = { readonly email: Email; readonly richText: readonly FlowBlock[] }

/** A mail as Outlook stores it. */
export const outlookMail = (root: Storage): Mail => {
  const { email, richText } = emailOf(root)
  return mailOf(email, richText)
}

/** The files attached to such a mail; a mail that is attached has no bytes. */
export const outlookAttachments = (root: Storage): AttachedFile[] => {
  const { email, richText } = emailOf(root)
  return attachedFilesOf(email, richText)
}

/** What the mail reader needs of its properties. */
const emailOf = (root: Storage): OutlookEmail => {
  const properties = propertiesOf(root, headBytes.message)
  const people = partsOf(root, '__recip_version1.0_').map((storage) => propertiesOf(storage, headBytes.part))
  const { html, richText } = bodyOf(properties)
  const date = properties.time(ids.sent) || properties.time(ids.received)
  const email: Email = {
    headers: [],
    headerLines: [],
    from: senderOf(properties),
    to: addresses(people, recipients.to, properties.text(ids.displayTo)),
    cc: addresses(people, recipients.cc, properties.text(ids.displayCc)),
    subject: properties.text(ids.subject),
    text: properties.text(ids.body),
    attachments: partsOf(root, '__attach_version1.0_').map(attachmentOf),
    ...(date !== '' && { date }),
    ...(html !== null && { html }),
  }
  return { email, richText }
}

/** Recipients and attachments have a folder each; mails of more are not made by people. */
const maxParts = 10_000

const partsOf = ({ storages }: Storage, start: string): Storage[] =>
  [...storages.values()]
    .filter(({ name }) => name.startsWith(start))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, maxParts)

/** Exchange's own addresses, which begin with a slash, say nothing outside of it. */
const addressOf = (name: string, ...candidates: readonly string[]): Address => {
  const address = candidates.find((one) => /^[^/\s]\S*@\S+$/.test(one)) ?? ''
  return { name: name === '' ? address : name, address: address === '' ? name : address }
}

const senderOf = ({ text }: Properties): Address =>
  addressOf(
    text(ids.representedName) || text(ids.senderName),
    text(ids.representedSmtpAddress),
    text(ids.representedAddress),
    text(ids.senderSmtpAddress),
    text(ids.senderAddress),
  )

const addresses = (people: readonly Properties[], kind: number, shown: string): Address[] => {
  const found = people.filter(({ number }) => number(ids.recipientKind) === kind)
  if (found.length === 0) return shown === '' ? [] : [{ name: '', address: shown }]
  return found.map(({ text }) => addressOf(text(ids.name), text(ids.smtpAddress), text(ids.address)))
}

/** The body in the best form there is: HTML, HTML wrapped into RTF, or RTF. */
const bodyOf = (properties: Properties): { readonly html: string | null; readonly richText: readonly FlowBlock[] } => {
  const bytes = properties.bytes(ids.html)
  const codePage = properties.number(ids.codePage)
  const html = bytes === null ? properties.text(ids.html) : decodeHtml(bytes, encodingOf(codePage))
  if (html !== '') return { html, richText: [] }
  const compressed = properties.bytes(ids.richText)
  const source = compressed === null ? '' : richTextOf(compressed)
  const wrapped = wrappedHtml(source)
  if (wrapped !== null) return { html: wrapped, richText: [] }
  // Of plain text, the wrapping adds nothing.
  const isText = source === '' || /\\fromtext\b/.test(source.slice(0, 1024))
  return { html: null, richText: isText ? [] : readRichText(source).blocks }
}

/** An attached mail is a folder instead of bytes; it is named, and its bytes are none. */
const attachmentOf = (storage: Storage): Attachment => {
  const properties = propertiesOf(storage, headBytes.part)
  const isMail = storage.storages.has(`__substg1.0_${ids.content}000d`)
  const named = [ids.fileName, ids.shortFileName, ids.name].map(properties.text).find((name) => name !== '')
  const contentId = properties.text(ids.contentId)
  const type = isMail ? 'application/vnd.ms-outlook' : properties.text(ids.contentType)
  return {
    filename: named ?? null,
    mimeType: type === '' ? 'application/octet-stream' : type,
    disposition: 'attachment',
    ...(contentId !== '' && { contentId: `<${contentId.replaceAll(/^<|>$/g, '')}>` }),
    get content() {
      return Uint8Array.from(properties.bytes(ids.content) ?? []).buffer
    },
  }
}
