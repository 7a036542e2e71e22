/**
 * Returns where the instruction of a field of Word leads (ISO/IEC 29500-1, 17.16.5): an address, or `#` and the name of a
 * bookmark; undefined where it is no link. References are links where they are marked so (`\h`).
 * @example linkOfField('HYPERLINK "https://example.com"') // 'https://example.com'
 */
export const linkOfField = (instruction: string): string | undefined => {
  const { name, target, bookmark, isLink } = parseFieldInstruction(instruction)
  if (name === 'HYPERLINK') return addressOfField(target, bookmark)
  return references.has(name) && isLink && target !== '' ? `#${target}` : undefined
}

/**
 * An address with a place in it, or a place in the document; undefined where both are ''.
 * @example addressOfField('https://example.com', 'terms') // 'https://example.com#terms'
 */
export const addressOfField = (address: string, place: string): string | undefined => {
  if (place === '' || address.includes('#')) return address === '' ? undefined : address
  return `${address}#${place}`
}

const references = new Set(['REF', 'PAGEREF', 'NOTEREF'])

const parseFieldInstruction = (instruction: string) => {
  const parts = { name: '', target: '', bookmark: '', isLink: false }
  let option = ''
  // A text whose quote is never closed is matched up to the end, so that it is searched once.
  for (const [, quoted, letter, plain] of instruction.matchAll(
    /"((?:[^"\\]|\\(?:.|$))*)(?:"|$)|\\(\w)|([^\s"\\]+)/gs,
  )) {
    const text = quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain ?? ''
    if (letter !== undefined) {
      option = letter.toLowerCase()
      if (option === 'h') parts.isLink = true
    } else if (parts.name === '') parts.name = text.toUpperCase()
    else if (option === 'l') parts.bookmark = text
    else if ((option === '' || option === 'h') && parts.target === '') parts.target = text
    if (letter === undefined) option = ''
  }
  return parts
}
