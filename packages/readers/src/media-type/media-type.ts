import { fileTypeFromBuffer } from 'file-type'
import { type Declared, detectWith, type ReadRange } from './detect.ts'

/**
 * The media type of stored bytes by their content, as `detectWith` finds it, of all formats that have a signature.
 *
 * @throws whatever `read` or its stream fails with
 * @example await detectMediaType(read, { size, declared: 'application/octet-stream', filename: 'a.docx' })
 */
export const detectMediaType = (read: ReadRange, declared: Declared): Promise<string> =>
  detectWith(identify, read, declared)

const identify = async (head: Uint8Array): Promise<string | undefined> =>
  (await fileTypeFromBuffer(head))?.mime.split(';')[0]
