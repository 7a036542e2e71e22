import { cleanFilename } from '../../lib/filename.ts'

/** In bytes; it leaves room for what follows it. */
const maxNameLength = 160

/** What Windows takes for devices, whatever follows the dot. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A name from elsewhere as the name of a file: one that lies where it is put, on every system. A dot or a hyphen at its
 * beginning would hide the file, or pass for an option.
 */
export const harmlessName = (name: string): string => {
  const cleaned = (cleanFilename(name.toWellFormed()) ?? '')
    .replaceAll(/[<>:"|?*]|\p{C}/gu, '_')
    .replace(/^[.-]+/, '_')
    .replace(devices, '_$&')
    .replace(/[. ]+$/, '')
  return cut(cleaned) || 'document'
}

const cut = (name: string): string => {
  let kept = ''
  for (const character of name) {
    if (Buffer.byteLength(kept) + Buffer.byteLength(character) > maxNameLength) break
    kept += character
  }
  return kept
}

/** Gives out harmless names, each once, also where upper and lower case are the same. */
export const createNames = (): ((wanted: string) => string) => {
  const given = new Set<string>()
  return (wanted) => {
    const name = harmlessName(wanted)
    let own = name
    for (let count = 2; given.has(own.toLowerCase()); count += 1) own = `${name}-${count}`
    given.add(own.toLowerCase())
    return own
  }
}
