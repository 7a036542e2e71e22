import type { OfficeParserAST, SupportedFileType } from '#officeparser'
import { archiveLimits } from '../../archive/archive.ts'
import { maxEntries } from '../../archive/directory.ts'
import { EngineFailure } from '../../engine-failure.ts'

/** Options that keep the library from loading anything a document does not need. */
const parser = async () => (await import('#officeparser')).OfficeParser

/**
 * The tree that officeparser makes of an office document. It gets bytes and no path, its recognition of text in images
 * is off, so it needs neither files nor network.
 * @throws {EngineFailure} `document_damaged`; what is encrypted is decrypted before.
 */
export const parseWithLibrary = async (bytes: Uint8Array, fileType: SupportedFileType): Promise<OfficeParserAST> => {
  const library = await parser()
  try {
    return await library.parseOffice(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      fileType,
      extractAttachments: true,
      ocr: false,
      ignoreComments: true,
      ignoreSlideMasters: true,
      decompressionLimits: { maxUncompressedBytes: archiveLimits.bytes, maxZipEntries: maxEntries },
    })
  } catch (error) {
    throw new EngineFailure('document_damaged', 'The document is damaged and cannot be read.', { cause: error })
  }
}
