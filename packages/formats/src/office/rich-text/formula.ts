import type { XmlElement, XmlNode } from '../../xml/element.ts'

/** A part of a formula that is being read. RTF has the elements of Office's formulas as groups: `{\mf{\mnum …}}`. */
export type FormulaPart = XmlElement & { readonly attributes: Record<string, string>; readonly children: XmlNode[] }

export const newFormula = (): FormulaPart => ({ name: 'm:oMath', attributes: {}, children: [] })

/** The part that a group begins with a control word, or null where the word begins none. */
export const partOf = (formula: FormulaPart, word: string): FormulaPart | null => {
  const name = /^m([a-zA-Z]+)$/.exec(word)?.[1]
  if (name === undefined) return null
  const part: FormulaPart = { name: `m:${name}`, attributes: {}, children: [] }
  formula.children.push(part)
  return part
}

/** Text of a run, or the value of a property. */
export const writeFormula = ({ name, attributes, children }: FormulaPart, text: string): void => {
  if (name === 'm:r') children.push({ name: 'm:t', attributes: {}, children: [text] })
  else attributes['m:val'] = (attributes['m:val'] ?? '') + text
}
