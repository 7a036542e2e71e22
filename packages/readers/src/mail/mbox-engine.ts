import { type Document, type Warning, warning } from '@polyparse/document'
import { EngineFailure } from '../engine-failure.ts'
import type { Engine, EngineRequest, OnPage } from '../engine.ts'
import { flowPages } from '../flow/document.ts'
import type { FlowPage } from '../flow/flow.ts'
import { selectPages } from '../select-pages.ts'
import { type Mail, readMail } from './read-mail.ts'

/** A mailbox of mails one after the other (RFC 4155): each is a page. */
const read = async (bytes: Uint8Array, request: EngineRequest, onPage?: OnPage): Promise<Document> => {
  const mails = mailsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
  const { numbers, warnings: missing } = selectPages(request, mails.length)
  const warnings: Warning[] = [...missing]
  const pages: FlowPage[] = []
  for (const number of numbers) {
    onPage?.(number)
    const mail = await readOne(mails[number - 1] ?? '')
    if (mail === null) warnings.push(mailUnread(number))
    pages.push({ number, blocks: mail?.blocks ?? [] })
  }
  onPage?.(null)
  if (pages.every(({ blocks }) => blocks.length === 0))
    throw new EngineFailure('document_damaged', 'The mailbox is damaged: none of its mails can be read.')
  return flowPages({ pages, pageCount: mails.length, metadata: { mimeType: request.mediaType }, warnings }, request)
}

/** A line that begins a mail, after an empty line or at the start of the file, and before a line of its head. */
const beginning = /(?:^\s*|\n\r?\n)(From [^\n]*\n)(?=>?[!-9;-~]+[ \t]*:)/g

/** The mails of a mailbox, byte for byte as Latin-1, each with the line before it. */
const mailsIn = (text: string): string[] => {
  const starts = [...text.matchAll(beginning)].map(
    ({ 0: all, 1: line = '', index }) => index + all.length - line.length,
  )
  return starts.map((start, index) => text.slice(start, starts[index + 1]))
}

/** Lines that begin like a mail are stored with a `>` in front. */
const unquoted = (text: string): string => text.replaceAll(/^>(>*From )/gm, '$1')

const readOne = async (stored: string): Promise<Mail | null> => {
  const mail = unquoted(stored.slice(stored.indexOf('\n') + 1))
  try {
    return await readMail(Buffer.from(mail, 'latin1'))
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}

const mailUnread = (page: number): Warning =>
  warning('page_damaged', `The mail on page ${page} is damaged or empty, and could not be read.`, page)

/** Reads a mailbox with a page for each mail, without layout. One that has no mail is `document_empty`. */
export const mboxEngine: Engine = { warmUp: async () => {}, read }
