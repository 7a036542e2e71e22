import { posix } from 'node:path'
import type { Attachment } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import type { Part } from './relationships.ts'

/** The files that a part embeds, by the names that they have in the package: other documents, and objects of programs. */
export const embeddedFiles = (archive: Archive, { relationships }: Pick<Part, 'relationships'>): Attachment[] =>
  relationships
    .filter(
      ({ kind, external, target }) => !external && (kind === 'package' || kind === 'oleObject') && archive.has(target),
    )
    .map(({ target }) => ({ name: posix.basename(target) }))
