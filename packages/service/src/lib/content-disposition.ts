import { cleanFilename } from '@polyparse/contract/filename'
import { lastOf } from '@polyparse/document/items'
import { headerText } from '@polyparse/outbound'

/**
 * The file name that a `Content-Disposition` header suggests (RFC 6266), cleaned; null without a usable one.
 * @example suggestedFilename('attachment; filename="report.pdf"') // 'report.pdf'
 */
export const suggestedFilename = (received: string | undefined): string | null => {
  if (received === undefined) return null
  const header = headerText(received)
  const name = extendedName(header) ?? quotedName(header) ?? /;\s*filename=([^\s;"]+)/i.exec(header)?.[1]
  // Some servers send the path that the file had on their side.
  return name === undefined ? null : cleanFilename(lastOf(name.split(/[/\\]/)))
}

/** `filename*=UTF-8''…` (RFC 8187); other character sets are obsolete. */
const extendedName = (header: string): string | undefined => {
  const encoded = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

const quotedName = (header: string): string | undefined =>
  /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1')
