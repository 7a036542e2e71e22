import type { OfficeParserAST, SupportedFileType } from '#officeparser'
import { archiveLimits, encrypted } from '../../archive/archive.ts'
import { maxEntries } from '../../archive/directory.ts'
import { EngineFailure } from '../../engine-failure.ts'

/** Of a document that needs no more, nothing else that the library could load is ever loaded. */
const parser = async () => (await import('#officeparser')).OfficeParser

/**
 * The tree that officeparser makes of an office document. It gets bytes and no path, its recognition of text in images
 * is off, so it needs neither files nor network.
 * @throws {EngineFailure} with what the library's error codes mean to a caller.
 */
export const parseWithLibrary = async (
  bytes: Uint8Array,
  fileType: SupportedFileType,
  password: string | null,
): Promise<OfficeParserAST> => {
  const library = await parser()
  try {
    return await library.parseOffice(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      fileType,
      extractAttachments: true,
      ocr: false,
      ignoreComments: true,
      ignoreSlideMasters: true,
      ...(password !== null && { password }),
      decompressionLimits: { maxUncompressedBytes: archiveLimits.bytes, maxZipEntries: maxEntries },
    })
  } catch (error) {
    throw asFailure(error)
  }
}

const asFailure = (error: unknown): EngineFailure => {
  const code = codeOf(error)
  if (code === 'PASSWORD_REQUIRED') return encrypted()
  if (code === 'PASSWORD_INCORRECT') {
    return new EngineFailure('document_encrypted', 'The password does not open the document.', { cause: error })
  }
  if (code === 'DOCUMENT_DECRYPTION_FAILED') {
    const message = 'The document is encrypted in a way that cannot be read.'
    return new EngineFailure('document_encrypted', message, { cause: error })
  }
  return new EngineFailure('document_damaged', 'The document is damaged and cannot be read.', { cause: error })
}

const codeOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('officeIssue' in error)) return null
  const { officeIssue: issue } = error
  return typeof issue === 'object' && issue !== null && 'code' in issue ? issue.code : null
}
