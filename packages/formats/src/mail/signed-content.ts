/** The contents of an S/MIME file (RFC 5652): a mail that is signed and otherwise open, or one that is encrypted. */
export type SecuredContent = { readonly kind: 'signed'; readonly content: Uint8Array } | { readonly kind: 'encrypted' }

/** Its content; null where it has none of its own, or is damaged. */
export const securedContent = (bytes: Uint8Array): SecuredContent | null => {
  const outer = elementAt(bytes, 0, bytes.length)
  const [type, wrapped] = outer === null ? [] : childrenOf(outer)
  const kind = type?.tag === objectIdentifier ? Buffer.from(type.value).toString('hex') : ''
  if (encryptedKinds.has(kind)) return { kind: 'encrypted' }
  const [signed] = wrapped === undefined ? [] : childrenOf(wrapped)
  if (kind !== signedData || signed === undefined) return null
  const encapsulated = childrenOf(signed)[2]
  const held = encapsulated === undefined ? undefined : childrenOf(encapsulated)[1]
  const [octets] = held === undefined ? [] : childrenOf(held)
  return octets === undefined ? null : { kind: 'signed', content: Buffer.concat(octetsOf(octets, 0)) }
}

const signedData = '2a864886f70d010702'
/** `envelopedData`, `encryptedData`, `authEnvelopedData`. */
const encryptedKinds = new Set(['2a864886f70d010703', '2a864886f70d010706', '2a864886f70d0109100117'])

const objectIdentifier = 0x06
const octetString = 0x04
const constructed = 0x20

type DerElement = { readonly tag: number; readonly value: Uint8Array; readonly end: number }

/** Elements of one; a signed mail has a handful, but its text may come in many pieces. */
const maxDerElements = 100_000
const maxOctetDepth = 8

/** An element of the Distinguished or Basic Encoding Rules; null where there is none or it is cut off. */
const elementAt = (bytes: Uint8Array, at: number, end: number): DerElement | null => {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || at + 2 > end || (tag & 0x1f) === 0x1f) return null
  if (first === indefinite) return indefiniteElement(bytes, tag, at + 2, end)
  const more = first < indefinite ? 0 : first - indefinite
  if (more > 4) return null
  const length = more === 0 ? first : Buffer.from(bytes.subarray(at + 2, at + 2 + more)).readUIntBE(0, more)
  const begin = at + 2 + more
  return begin + length > end ? null : { tag, value: bytes.subarray(begin, begin + length), end: begin + length }
}

const indefinite = 0x80

/** An element without a length, which ends at two zeros at its own level. */
const indefiniteElement = (bytes: Uint8Array, tag: number, begin: number, end: number): DerElement | null => {
  let depth = 1
  for (let at = begin, count = 0; at + 2 <= end && count < maxDerElements; count += 1) {
    const isEnd = bytes[at] === 0 && bytes[at + 1] === 0
    if (isEnd && depth === 1) return { tag, value: bytes.subarray(begin, at), end: at + 2 }
    if (isEnd || bytes[at + 1] === indefinite) {
      depth += isEnd ? -1 : 1
      at += 2
    } else {
      const element = elementAt(bytes, at, end)
      if (element === null) return null
      at = element.end
    }
  }
  return null
}

const childrenOf = ({ tag, value }: DerElement): DerElement[] => {
  const children: DerElement[] = []
  let at = 0
  while ((tag & constructed) !== 0 && at < value.length && children.length < maxDerElements) {
    const child = elementAt(value, at, value.length)
    if (child === null) break
    children.push(child)
    at = child.end
  }
  return children
}

/** The bytes of a string, which may be divided into several. */
const octetsOf = (element: DerElement, depth: number): Uint8Array[] => {
  if (element.tag === octetString) return [element.value]
  return depth > maxOctetDepth ? [] : childrenOf(element).flatMap((child) => octetsOf(child, depth + 1))
}
