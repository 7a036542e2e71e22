import { type Attachment, type Document, type Warning, warning } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest, ReadListener } from '@polyparse/engine'
import { flowPages } from '../flow/document.ts'
import type { FlowPage } from '../flow/flow.ts'
import { selectPages } from '@polyparse/engine'
import { mailsIn } from './mailbox.ts'
import { type Mail, readMail } from './read-mail.ts'

/** A mailbox of mails one after the other (RFC 4155): each is a page. */
const readMbox = async (bytes: Uint8Array, request: EngineRequest, listener?: ReadListener): Promise<Document> => {
  const mails = mailsIn(bytes)
  const { numbers, warnings: missing } = selectPages(request, mails.length)
  const warnings: Warning[] = [...missing]
  const pages: FlowPage[] = []
  const attachments: Attachment[] = []
  for (const number of numbers) {
    listener?.onPage(number)
    const mail = await readOne(itemAt(mails, number - 1), request.charset)
    if (mail === null) warnings.push(mailUnread(number))
    for (const one of mail?.warnings ?? []) warnings.push({ ...one, page: number })
    pages.push({ number, blocks: mail?.blocks ?? [] })
    listener?.onProgress({ done: pages.length, total: numbers.length })
    for (const attachment of mail?.attachments ?? []) attachments.push(attachment)
  }
  listener?.onPage(null)
  if (pages.every(({ blocks }) => blocks.length === 0))
    throw new EngineFailure('document_damaged', 'The mailbox is damaged: none of its mails can be read.')
  const metadata = { mimeType: request.mediaType }
  const beside = { warnings, ...(attachments.length > 0 && { attachments }) }
  return flowPages({ pages, pageCount: mails.length, metadata, ...beside }, request)
}

const readOne = async (mail: Uint8Array, charset: string | null): Promise<Mail | null> => {
  try {
    return await readMail(mail, charset)
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}

const mailUnread = (page: number): Warning =>
  warning('page_damaged', `The mail on page ${page} is damaged or empty, and could not be read.`, page)

/** Reads a mailbox with a page for each mail, without layout. One that has no mail is `document_empty`. */
export const mboxEngine: Engine = { warmUp: async () => {}, read: readMbox }
