/** Archives: documents that are folders of others. */
export const archiveMediaTypes = [
  'application/zip',
  'application/x-tar',
  'application/gzip',
  'application/zstd',
  'application/x-7z-compressed',
] as const

/** Mails: documents whose attachments may be read as documents too. */
export const mailMediaTypes = ['message/rfc822', 'application/mbox', 'application/vnd.ms-outlook'] as const
