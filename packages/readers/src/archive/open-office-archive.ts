import { EngineFailure } from '../engine-failure.ts'
import { encrypted, openArchive, type Archive } from './archive.ts'
import { isCompoundFile } from './compound-file.ts'

/**
 * The archive of an office document.
 * @throws {EngineFailure} when it is empty, damaged, or encrypted: Office wraps what it encrypts in a compound file.
 */
export const openOfficeArchive = (bytes: Uint8Array, password: string | null): Archive => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  if (isCompoundFile(bytes)) throw encrypted(password)
  return openArchive(bytes)
}
