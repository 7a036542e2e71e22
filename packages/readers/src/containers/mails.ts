import { archiveTooLarge } from '@polyparse/formats/archive'
import { maxContainerEntries } from '@polyparse/engine'
import { openCompoundFile } from '@polyparse/formats/archive'
import { EngineFailure } from '@polyparse/engine'
import { mailsIn } from '@polyparse/formats/mail'
import { outlookAttachments } from '@polyparse/formats/mail'
import { type AttachedFile, attachmentsOf } from '@polyparse/formats/mail'
import type { ContainerEntry, ListEntries } from './entry.ts'
import { cleanPath } from './paths.ts'

/** The files attached to a mail; pictures that are shown in its text are part of that. */
export const mailEntries: ListEntries = async ({ bytes }) => {
  const attached = await attachmentsOf(bytes)
  requireFew(attached.length)
  return attached.map((file) => entryOf(file, cleanPath(file.name)))
}

/** The same of a mail as Outlook stores it. */
export const outlookEntries: ListEntries = async ({ bytes }) => {
  const attached = await outlookAttachments(openCompoundFile(bytes))
  requireFew(attached.length)
  return attached.map((file) => entryOf(file, cleanPath(file.name)))
}

/** The files attached to the mails of a mailbox, each in a folder with the number of its mail, which is also its page. */
export const mboxEntries: ListEntries = async ({ bytes }) => {
  const entries: ContainerEntry[] = []
  for (const [index, mail] of mailsIn(bytes).entries()) {
    for (const file of await attachedTo(mail)) entries.push(entryOf(file, `${index + 1}/${cleanPath(file.name)}`))
    requireFew(entries.length)
  }
  return entries
}

/** None where the mail is damaged, which its page tells. */
const attachedTo = async (mail: Uint8Array): Promise<AttachedFile[]> => {
  try {
    return await attachmentsOf(mail)
  } catch (error) {
    if (error instanceof EngineFailure) return []
    throw error
  }
}

const requireFew = (count: number): void => {
  if (count > maxContainerEntries) throw archiveTooLarge(`more than ${maxContainerEntries} files`)
}

const entryOf = ({ mediaType, bytes }: AttachedFile, path: string): ContainerEntry => ({
  path,
  mediaType,
  read: () => bytes,
})
