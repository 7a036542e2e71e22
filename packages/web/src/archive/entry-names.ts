/** Longer names do not fit into a folder of some file systems. */
const maxLength = 150

/** Names that Windows keeps for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i

/** A name that every file system takes, and that leads nowhere else; empty for one that means a place. */
const safePart = (part: string): string => {
  const clean = part
    .toWellFormed()
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- they are replaced
    .replace(/[\u0000-\u001f\u007f-\u009f<>:"|?*\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '_')
    .replace(/[. ]+$/, '')
    .trimStart()
  // The end has the type.
  const short = clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 20)}…${clean.slice(-19)}`
  return reserved.test(short) ? `_${short}` : short
}

/**
 * A path below the archive: `../a:b/c.pdf` becomes `a_b/c.pdf`.
 * @example safePath('../a:b/c.pdf') // 'a_b/c.pdf'
 */
export const safePath = (path: string): string => {
  const parts = path
    .split('/')
    .map(safePart)
    .filter((part) => part !== '')
  return parts.length === 0 ? '_' : parts.join('/')
}

/** Gives out every name once: a second `a.md` is `a (2).md`. Names that differ only in upper and lower case are the same. */
export const createEntryNames = () => {
  const taken = new Set<string>()
  const take = (name: string): boolean => {
    const key = name.toLowerCase()
    if (taken.has(key)) return false
    taken.add(key)
    return true
  }
  return (path: string): string => {
    const [, stem = path, extension = ''] = /^(.*[^/])(\.[^./]+)$/s.exec(path) ?? []
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? path : `${stem} (${count})${extension}`
      if (take(name)) return name
    }
  }
}
