import { posix } from 'node:path'
import type { Attachment } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { mediaTypeOfFilename } from '@polyparse/document/media-types'
import type { PackagePart } from './relationships.ts'

/** The files that a part embeds, by the names that they have in the package: other documents, and objects of programs. */
export const embeddedFiles = (
  archive: Archive,
  { relationships }: Pick<PackagePart, 'relationships'>,
): Attachment[] => {
  const targets = relationships
    .filter(({ kind, external }) => !external && (kind === 'package' || kind === 'oleObject'))
    .map(({ target }) => target)
  return [...new Set(targets)].map((target) => {
    const mimeType = mediaTypeOfFilename(target)
    const sizeBytes = archive.sizeOf(target)
    return {
      name: posix.basename(target),
      ...(mimeType !== null && { mimeType }),
      ...(sizeBytes !== null && { sizeBytes }),
    }
  })
}
