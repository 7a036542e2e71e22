import { type Names, nameOfReference, restructuredTextPlaces } from './restructured-text-inline.ts'

/** A line of one sign, such as may be below a title; a very long one is no such line. */
export const adornment = /^(?=.{1,2000}$)([!-/:-@[-`{-~])\1*$/

/** Returns what `.. _name: address` says; `''` for what is not said. */
const targetIn = (line: string): { readonly name: string; readonly address: string } => {
  const [, quoted, bare, address = ''] =
    /^\s*\.\. _(?:`([^`]{1,500})`|((?:[^:\\]|\\.|:(?!\s|$)){1,500})):\s*(\S.*)?$/.exec(line) ?? []
  return { name: nameOfReference(quoted ?? bare ?? '').replaceAll('\\', ''), address }
}

/**
 * The name that a line gives to what is below it; null where it gives none.
 * @example placeOfName('.. _terms:') // 'terms'
 */
export const placeOfName = (line: string): string | null => {
  const { name, address } = targetIn(line)
  return name === '' || address !== '' ? null : name
}

/** Collects the targets of links and the substitutions, wherever in the document they are defined. */
export const referenceNames = (lines: readonly string[]): Names => {
  const targets = new Map<string, string>()
  const places = new Set<string>()
  const substitutions = new Map<string, string>()
  for (const [at, line] of lines.entries()) {
    const { name, address } = targetIn(line)
    if (name !== '' && address !== '') targets.set(name, address)
    const place = placeOfName(line) ?? (adornment.test(lines[at + 1] ?? '') ? nameOfReference(line) : null)
    if (place !== null) places.add(place)
    for (const inside of restructuredTextPlaces(line)) places.add(inside)
    const [, substitution, kind, text = ''] =
      /^\s*\.\. \|([^|]{1,200})\|\s+(replace|image|unicode)::\s*(.*)$/.exec(line) ?? []
    if (substitution !== undefined && kind !== 'unicode')
      substitutions.set(substitution.toLowerCase(), kind === 'image' ? '' : text)
  }
  // A name may mean another name.
  for (const [name, address] of targets) {
    const other = /^`?([^`<>]{1,500})`?_$/.exec(address)?.[1]
    const final = other === undefined ? undefined : targets.get(other.toLowerCase())
    if (final !== undefined) targets.set(name, final)
  }
  return { targets, places, substitutions }
}
