import type { Warning } from '@polyparse/document'
import type { Address, Attachment, Email } from 'postal-mime'
import { charsetOfText } from '@polyparse/engine'
import type { Storage } from '../../compound/compound-file.ts'
import { type ParsedMail, withOpenedParts } from '../parse-mail.ts'
import { type AttachedFile, attachedFilesOf, type Mail, mailOf } from '../read-mail.ts'
import { bodyOfOutlookMail } from './outlook-body.ts'
import { toldByOutlookItem } from './outlook-items.ts'
import { headBytes, type OutlookPropertyTable, outlookProperties } from './properties.ts'

/** Identifiers of properties (MS-OXPROPS). */
const outlookPropertyIds = {
  subject: '0037',
  headers: '007D',
  body: '1000',
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

/** A mail as Outlook stores it. */
export const outlookMail = async (root: Storage, charset: string | null): Promise<Mail> =>
  mailOf(await withOpenedParts(emailOf(root, charset), charset))

/** The files attached to such a mail; a mail that is attached has no bytes. */
export const outlookAttachments = async (root: Storage): Promise<AttachedFile[]> =>
  attachedFilesOf(await withOpenedParts(emailOf(root, null), null))

/** Returns what the mail reader needs of its properties. */
const emailOf = (root: Storage, charset: string | null): ParsedMail => {
  const warnings: Warning[] = []
  const properties = outlookProperties(root, headBytes.message, (declared, texts) =>
    texts.some((byte) => byte > 0x7f) ? charsetOfText(texts, { declared, charset, warnings }) : declared,
  )
  const { encoding } = properties
  const people = storagesByPrefix(root, '__recip_version1.0_').map((storage) =>
    outlookProperties(storage, headBytes.part, encoding),
  )
  const { html, richText } = bodyOfOutlookMail(properties, { charset, warnings })
  const date = properties.time(outlookPropertyIds.sent) || properties.time(outlookPropertyIds.received)
  const email: Email = {
    headers: [],
    headerLines: [],
    from: senderOf(properties),
    to: addresses(people, recipients.to, properties.text(outlookPropertyIds.displayTo)),
    cc: addresses(people, recipients.cc, properties.text(outlookPropertyIds.displayCc)),
    subject: properties.text(outlookPropertyIds.subject),
    text: properties.text(outlookPropertyIds.body),
    attachments: storagesByPrefix(root, '__attach_version1.0_').map((storage) => attachmentOf(storage, encoding)),
    ...(date !== '' && { date }),
    ...(html !== null && { html }),
  }
  return { email, about: toldByOutlookItem(root, properties), richText, warnings, forwarded: [] }
}

/** Recipients and attachments have a folder each; mails of more are not made by people. */
const maxParts = 10_000

const storagesByPrefix = ({ storages }: Storage, start: string): Storage[] =>
  [...storages.values()]
    .filter(({ name }) => name.startsWith(start))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, maxParts)

/** Exchange's own addresses, which begin with a slash, say nothing outside of it. */
const addressOfOutlookPerson = (name: string, ...candidates: readonly string[]): Address => {
  const address = candidates.find((one) => /^[^/\s]\S*@\S+$/.test(one)) ?? ''
  return { name: name === '' ? address : name, address: address === '' ? name : address }
}

/** Characters of the headers that a mail came with that are looked at. */
const maxHeaders = 65_536

/** The address of the sender that a mail came with, of which Exchange keeps its own only. */
const addressInHeaders = (headers: string): string => {
  const unfolded = headers.slice(0, maxHeaders).replaceAll(/\r?\n[ \t]/g, ' ')
  const line = /^From:([^\r\n]{1,1000})/im.exec(unfolded)?.[1] ?? ''
  return line.split(/[\s<>"',;]+/).find((word) => /^[^@]{1,200}@[^@]{1,200}$/.test(word)) ?? ''
}

const senderOf = ({ text }: OutlookPropertyTable): Address =>
  addressOfOutlookPerson(
    nameOfSender(text),
    text(outlookPropertyIds.representedSmtpAddress),
    text(outlookPropertyIds.representedAddress),
    text(outlookPropertyIds.senderSmtpAddress),
    text(outlookPropertyIds.senderAddress),
    addressInHeaders(text(outlookPropertyIds.headers)),
  )

/** The name of the one in whose name a mail is sent; that of the sender where it has none, or only the address of the sender. */
const nameOfSender = (text: OutlookPropertyTable['text']): string => {
  const [represented, sender] = [text(outlookPropertyIds.representedName), text(outlookPropertyIds.senderName)]
  return represented === '' || represented === text(outlookPropertyIds.senderAddress)
    ? sender || represented
    : represented
}

const addresses = (people: readonly OutlookPropertyTable[], kind: number, shown: string): Address[] => {
  const found = people.filter(({ number }) => number(outlookPropertyIds.recipientKind) === kind)
  if (found.length === 0) return shown === '' ? [] : [{ name: '', address: shown }]
  return found.map(({ text }) =>
    addressOfOutlookPerson(
      text(outlookPropertyIds.name),
      text(outlookPropertyIds.smtpAddress),
      text(outlookPropertyIds.address),
    ),
  )
}

/** An attached mail is a folder instead of bytes; it is named, and its bytes are none. */
const attachmentOf = (storage: Storage, encoding: string): Attachment => {
  const properties = outlookProperties(storage, headBytes.part, encoding)
  const isMail = storage.storages.has(`__substg1.0_${outlookPropertyIds.content}000d`)
  const named = [outlookPropertyIds.fileName, outlookPropertyIds.shortFileName, outlookPropertyIds.name]
    .map(properties.text)
    .find((name) => name !== '')
  const contentId = properties.text(outlookPropertyIds.contentId)
  const type = isMail ? 'application/vnd.ms-outlook' : properties.text(outlookPropertyIds.contentType)
  return {
    filename: named ?? null,
    mimeType: type === '' ? 'application/octet-stream' : type,
    disposition: 'attachment',
    ...(contentId !== '' && { contentId: `<${contentId.replaceAll(/^<|>$/g, '')}>` }),
    get content() {
      return Uint8Array.from(properties.bytes(outlookPropertyIds.content) ?? []).buffer
    },
  }
}
