import { maxPathLength } from './parameters.ts'

/**
 * The path of a file in a container as it may be shown: relative, divided by slashes, without parts that lead elsewhere
 * and without control characters. Nothing is ever read or written under it.
 *
 * @example cleanPath('C:\\mail\\..\\report.pdf') // 'mail/report.pdf'
 */
export const cleanPath = (path: string): string => {
  const parts = path
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .map((part) => part.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.join('/').slice(-maxPathLength).toWellFormed() || 'unnamed'
}

/** Files that systems leave in folders; none of them is a document. */
const litter = /(?:^|\/)(?:__MACOSX(?:\/|$)|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

/**
 * @example isLitter('__MACOSX/a.pdf') // true
 */
export const isLitter = (path: string): boolean => litter.test(path)

/**
 * Tells whether a file, or a folder that it is in, is hidden: its name begins with a dot.
 * @example isHiddenPath('letters/.cache/a.pdf') // true
 */
export const isHiddenPath = (path: string): boolean => /(?:^|\/)\./.test(path)

/**
 * @example fileName('reports/may.pdf') // 'may.pdf'
 */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
