import { cleanFilename } from '@polyparse/contract/filename'

/** Leaves room for a suffix and an extension. */
const maxNameBytes = 160

/** Names that Windows reserves for devices, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Makes an untrusted name a file name that is safe on every system and cannot leave its folder. A leading dot would hide
 * the file, and a leading hyphen would look like an option.
 * @example safeFileName('../a:b.pdf') // '_a_b.pdf'
 */
export const safeFileName = (name: string): string => {
  const cleaned = (cleanFilename(name.toWellFormed()) ?? '')
    .replaceAll(/[<>:"|?*]|\p{C}/gu, '_')
    .replace(/^[.-]+/, '_')
    .replace(devices, '_$&')
    .replace(/[. ]+$/, '')
  return truncateFileName(cleaned) || 'document'
}

const truncateFileName = (name: string): string => {
  let result = ''
  for (const character of name) {
    if (Buffer.byteLength(result) + Buffer.byteLength(character) > maxNameBytes) break
    result += character
  }
  return result
}

/** Returns a function that makes safe file names, unique even on case-insensitive file systems. */
export const createFileNames = (): ((wanted: string) => string) => {
  const used = new Set<string>()
  return (wanted) => {
    const name = safeFileName(wanted)
    let unique = name
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${name}-${count}`
    used.add(unique.toLowerCase())
    return unique
  }
}
