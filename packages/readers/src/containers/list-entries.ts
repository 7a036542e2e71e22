import type { ListEntries } from './entry.ts'
import { gzipEntries, zstdEntries } from './compressed.ts'
import { mboxEntries, mailEntries, outlookEntries } from './mails.ts'
import type { archiveMediaTypes, mailMediaTypes } from './media-types.ts'
import { sevenZipEntries } from './seven-zip/seven-zip.ts'
import { tarEntries } from './tar.ts'
import { zipEntries } from './zip.ts'

type ContainerMediaType = (typeof archiveMediaTypes)[number] | (typeof mailMediaTypes)[number]

const byMediaType: Readonly<Record<string, ListEntries>> = {
  'application/zip': zipEntries,
  'application/x-tar': tarEntries,
  'application/gzip': gzipEntries,
  'application/zstd': zstdEntries,
  'application/x-7z-compressed': sevenZipEntries,
  'message/rfc822': mailEntries,
  'application/mbox': mboxEntries,
  'application/vnd.ms-outlook': outlookEntries,
} satisfies Record<ContainerMediaType, ListEntries>

/** Returns how the files in a container of this type are listed; undefined for documents that are none. */
export const listEntries = (mediaType: string): ListEntries | undefined =>
  Object.hasOwn(byMediaType, mediaType) ? byMediaType[mediaType] : undefined
