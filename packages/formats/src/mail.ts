export { mailsIn } from './mail/mailbox.ts'
export { outlookAttachments } from './mail/outlook/outlook-mail.ts'
export { type AttachedFile, attachmentsOf } from './mail/read-mail.ts'
