import { createHash } from 'node:crypto'
import { safeFileName } from '../documents/file-names.ts'

/**
 * Returns what the files of a document's results start with: its path with its extension, so that `a.pdf` and `a.docx` have
 * different ones, and each the same whenever it is parsed. A name that is not safe for files is made so, with a hash.
 * @example resultName('a/report.pdf') // 'a/report.pdf'
 */
export const resultName = (path: string): string => path.split('/').map(safePart).join('/')

const safePart = (part: string): string => {
  const safe = safeFileName(part)
  return safe === part ? part : `${safe}-${createHash('sha256').update(part).digest('hex').slice(0, 8)}`
}
