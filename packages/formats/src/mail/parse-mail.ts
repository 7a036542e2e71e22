import { type Warning, warning } from '@polyparse/document'
import { decodeText, EngineFailure, type TextSource, utf16Of } from '@polyparse/engine'
import type { FlowBlock } from '../flow/flow.ts'
import PostalMime, { type Attachment as MailPart, type Email } from 'postal-mime'
import { bodyOfOutlookMail } from './outlook/outlook-body.ts'
import { readTnef } from './tnef.ts'
import { type SecuredContent, securedContent } from './signed-content.ts'

/** The parts of a mail, and what is to be said of them. */
export type ParsedMail = {
  readonly email: Email
  readonly warnings: readonly Warning[]
  /** The mails that it has in its text. */
  readonly forwarded: readonly ParsedMail[]
  /** The facts of an appointment or the like, where it is one. */
  readonly about?: readonly FlowBlock[]
  /** Its body where it is neither HTML nor only text. */
  readonly richText: readonly FlowBlock[]
}

/** The charset of the texts of a mail, where the caller knows it, and how many mails it is in. */
type MailPlace = { readonly charset: string | null; readonly depth: number }

/**
 * The parts of a mail (RFC 5322), with its texts in the charset in which they are plausible, and those that are only signed.
 * @throws {EngineFailure} `document_damaged`
 */
export const parseMail = async (bytes: Uint8Array, place: MailPlace): Promise<ParsedMail> => {
  const { charset, depth } = place
  const warnings: Warning[] = []
  const all = await withSignedContent(
    await parseInCharset(bytes, { charset, warnings }),
    { charset, warnings },
    maxSignatures,
  )
  const forwarded: ParsedMail[] = []
  const attachments: MailPart[] = []
  for (const part of all.attachments) {
    const mail =
      depth < maxForwarded && isForwarded(part) ? await parseForwarded(part, { charset, depth: depth + 1 }) : null
    if (mail === null) attachments.push(part)
    else forwarded.push(mail)
  }
  const { email, richText } = withTnef({ ...all, attachments }, { charset, warnings })
  return { email, warnings: [...warnings, ...toldPgp(email)], forwarded, richText }
}

/**
 * A mail of Outlook with what is signed in it as its body and its files, of which Outlook keeps the text beside it, or with a warning
 * that it is encrypted.
 */
export const withOpenedParts = async (mail: ParsedMail, charset: string | null): Promise<ParsedMail> => {
  const warnings = [...mail.warnings, ...toldPgp(mail.email)]
  const { text, html, ...bare } = mail.email
  const whole = mail.email.attachments.some(isSignedWhole)
  const email = await withSignedContent(whole ? bare : mail.email, { charset, warnings }, maxSignatures)
  if (!whole || email.text?.trim() || email.html) return { ...mail, email, warnings, ...(whole && { richText: [] }) }
  const own = { ...(text !== undefined && { text }), ...(html !== undefined && { html }) }
  return { ...mail, email: { ...email, ...own }, warnings }
}

/** A mail that Outlook has packed for others of its kind has its body and its files in one of them. */
const withTnef = (email: Email, source: TextSource): Pick<ParsedMail, 'email' | 'richText'> => {
  const part = email.attachments.find(isTnef)
  const packed = part === undefined ? null : readTnef(bytesOfMailPart(part))
  if (packed === null) return { email, richText: [] }
  const { html, richText } = bodyOfOutlookMail(packed.properties, source)
  const text = email.text?.trim() ? email.text : packed.properties.text(bodyOfTnef)
  const attachments = [...email.attachments.filter((one) => one !== part), ...packed.files]
  return {
    email: { ...email, text, ...(email.html === undefined && html !== null && { html }), attachments },
    richText,
  }
}

const bodyOfTnef = '1000'

const isTnef = ({ mimeType, filename }: MailPart): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/i.test(mimeType) || filename?.toLowerCase() === 'winmail.dat'

/** A mail in a mail; null where it is damaged, which must not fail the outer one. */
const parseForwarded = async (part: MailPart, place: MailPlace): Promise<ParsedMail | null> => {
  try {
    return await parseMail(bytesOfMailPart(part), place)
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}

/** Mails in mails. */
const maxForwarded = 10

/** The library would write their dates as the machine does. */
const isForwarded = ({ mimeType, disposition }: MailPart): boolean =>
  mimeType.toLowerCase() === 'message/rfc822' && disposition !== 'attachment'

/** Signatures around signatures. */
const maxSignatures = 5

/** A mail of which a signed part is the body has the texts and files of that part as its own. */
const withSignedContent = async (email: Email, source: TextSource, left: number): Promise<Email> => {
  const part = email.attachments.find((one) => isSignedWhole(one) || isSecured(one, email))
  const secured = part === undefined ? null : contentOfSecured(part)
  if (secured === null) return email
  if (secured.kind === 'encrypted') source.warnings.push(encryptedPart('S/MIME'))
  if (secured.kind === 'encrypted' || left === 0) return email
  const inner = await withSignedContent(await parseInCharset(secured.content, source), source, left - 1)
  const { text, html, attachments } = inner
  return {
    ...email,
    ...(text !== undefined && { text: `${email.text ?? ''}${text}` }),
    ...(html !== undefined && { html: `${email.html ?? ''}${html}` }),
    attachments: [...email.attachments.filter((one) => one !== part), ...attachments],
  }
}

const contentOfSecured = (part: MailPart): SecuredContent | null =>
  isSignedWhole(part) ? { kind: 'signed', content: bytesOfMailPart(part) } : securedContent(bytesOfMailPart(part))

/** A part that Outlook has stored with its own headers, and with the signature behind it (MS-OXOSMIME 2.1.3.1). */
const isSignedWhole = ({ mimeType }: MailPart): boolean => /^multipart\/signed$/i.test(mimeType)

/** A part that is all of its mail; one with a name of its own beside a text is a signed file, as invoices are in Italy. */
const isSecured = ({ mimeType, filename }: MailPart, { text, html }: Email): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/i.test(mimeType) &&
  (/^(?:smime\.p7m)?$/i.test(filename ?? '') || `${text ?? ''}${html ?? ''}`.trim() === '')

const toldPgp = ({ text = '', attachments }: Email): Warning[] =>
  /^-----BEGIN PGP MESSAGE-----/m.test(text) || attachments.some(isPgpMessage) ? [encryptedPart('PGP')] : []

const isPgpMessage = ({ mimeType }: MailPart): boolean => /^application\/pgp-encrypted$/i.test(mimeType)

const encryptedPart = (method: string): Warning =>
  warning('encrypted_part', `A part of the mail is encrypted with ${method} and was not read.`)

export const bytesOfMailPart = ({ content }: MailPart): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

/**
 * The library decodes texts in what they declare, or in UTF-8, and loses what is not in it. Where that may be, it is told
 * a charset of one byte for each character, so that the bytes come back and can be decoded here.
 */
const parseInCharset = async (bytes: Uint8Array, { charset = null, warnings }: TextSource): Promise<Email> => {
  const stored = inBytes(bytes)
  const asStored = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString('latin1')
  const declarations = [...asStored.matchAll(textPart)].map(([, head = '', name = '']) => ({
    isHtml: /text\/html/i.test(head),
    name: name.toLowerCase(),
  }))
  const [{ name: declared } = { name: '' }] = declarations
  const source = asStored.replaceAll(headers, (block) =>
    inUtf8(block, { declared: declared || null, charset, warnings }),
  )
  const email = await parseMailBytes(source === asStored ? stored : Buffer.from(source, 'latin1'))
  // The library joins the texts of one kind, so that those in several charsets cannot be told apart behind it.
  const namesOf = (ofHtml: boolean): string[] => [
    ...new Set(declarations.filter(({ isHtml }) => isHtml === ofHtml).map(({ name }) => name)),
  ]
  const [plain, html] = [namesOf(false), namesOf(true)] as const
  const isRead = (text: string | undefined, names: readonly string[]): boolean =>
    text === undefined || (charset === null && (names.length > 1 || isPlausible(text, names[0] ?? '')))
  const mixed = [plain, html].filter((names) => names.length > 1).flat()
  if (charset === null && mixed.length > 0 && `${email.text ?? ''}${email.html ?? ''}`.includes('\uFFFD'))
    warnings.push(mixedCharsets(mixed))
  if (isRead(email.text, plain) && isRead(email.html, html)) return email
  const told = declarations.length === 0 ? declareCharset(source) : source.replaceAll(textPart, '$1windows-1252')
  const raw = await parseMailBytes(Buffer.from(told, 'latin1'))
  const decoded = (text: string | undefined, names: readonly string[]): string | undefined => {
    const own = text === undefined ? null : bytesOfWindows1252(text)
    return own === null ? undefined : decodeText(own, { declared: names[0] ?? null, charset, warnings })
  }
  const own = {
    text: isRead(email.text, plain) ? undefined : decoded(raw.text, plain),
    html: isRead(email.html, html) ? undefined : decoded(raw.html, html),
  }
  return {
    ...email,
    ...(own.text !== undefined && { text: own.text }),
    ...(own.html !== undefined && { html: own.html }),
  }
}

const mixedCharsets = (names: readonly string[]): Warning =>
  warning(
    'charset_guessed',
    `The texts of the mail are in several charsets (${names.slice(0, 5).join(', ')}), and some bytes are none in theirs; they are shown as U+FFFD.`,
  )

/** The headers of a mail, and those of its parts. */
const headers =
  /(?:(?<![^])(?:From [^\r\n]{0,1000}\r?\n)?|^--[^\r\n]{1,200}\r?\n)(?:(?:[\w-]{1,80}:|[ \t])[^\r\n]*(?:\r?\n|$))+/gm

/** Headers that are written in another charset than UTF-8, which the library expects, most likely that of the text. */
const inUtf8 = (block: string, source: TextSource): string =>
  /^\p{ASCII}*$/u.test(block) ? block : Buffer.from(decodeText(Buffer.from(block, 'latin1'), source)).toString('latin1')

/** Tells whether a text that the library has decoded is such as the charset can have that its only declaration names. */
const isPlausible = (text: string, declared: string): boolean =>
  declared === 'us-ascii' ? /^\p{ASCII}*$/u.test(text) : /^(?:utf-?8|)$/.test(declared) && !text.includes('\uFFFD')

/** A header of a part that is text, up to its charset. */
const textPart =
  /(^content-type:[ \t]{0,100}text\/\w{1,20};(?:[^\r\n]|\r?\n[ \t]){0,1000}?charset[ \t]{0,100}=[ \t]{0,100}"?)([\w.:-]{1,40})/gim

/** The source with a charset for its text, where it declares none. */
const declareCharset = (source: string): string =>
  /^content-type:/im.test(source)
    ? source.replaceAll(/^content-type:[ \t]*text\/\w{1,20}/gim, '$&; charset=windows-1252')
    : `Content-Type: text/plain; charset=windows-1252\r\n${source}`

const bytesOfCharacters: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)

/** The bytes of a text in windows-1252; null where it has other characters. */
const bytesOfWindows1252 = (text: string): Uint8Array | null => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const byte = bytesOfCharacters.get(text.charAt(at))
    if (byte === undefined) return null
    bytes[at] = byte
  }
  return bytes
}

const parseMailBytes = async (bytes: Uint8Array): Promise<Email> => {
  try {
    return await PostalMime.parse(bytes, {
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: 64,
      maxRfc822NestingDepth: 0,
    })
  } catch (cause) {
    throw new EngineFailure('document_damaged', 'The mail is damaged and cannot be read.', { cause })
  }
}

/**
 * A mail that was stored as UTF-16, headers and all, in UTF-8: mails are bytes, of which the headers are ASCII. What its
 * parts say of UTF-16 is true no longer.
 */
const inBytes = (bytes: Uint8Array): Uint8Array =>
  utf16Of(bytes) === null
    ? bytes
    : Buffer.from(decodeText(bytes, { warnings: [] }).replaceAll(/(charset\s*=\s*"?)utf-?16(?:[lb]e)?/gi, '$1utf-8'))
