import { SaxesParser, type SaxesAttributeNS } from 'saxes'
import type { Warning } from '@polyparse/document'
import { charsetDecoder, charsetOfText, withoutControls } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { XmlElement, XmlNode } from './element.ts'
import { qualified } from './namespaces.ts'

/** Levels; deeper nesting is an attack on the stack, and is dropped. */
const maxXmlTreeDepth = 400
/** Levels; the parser looks for the namespace of each element in all its ancestors, so deeper documents are refused. */
const tooDeep = 5_000
/** Elements of one tree; more would exhaust the memory of the process. */
const maxElements = 3_000_000
const chunkBytes = 64 * 1024

type Growing = { readonly name: string; readonly attributes: Record<string, string>; readonly children: XmlNode[] }

/** The options with which a document is read. */
export type XmlSource = {
  /** The texts of entities beside those of XML itself. */
  readonly entities?: Readonly<Record<string, string>>
  /** The list that takes a warning if the encoding had to be guessed. */
  readonly warnings?: Warning[]
}

/**
 * The tree of an XML document. Only the given entities are expanded, not what a document defines; nothing outside it is
 * fetched, and small faults are passed over.
 * @throws {EngineFailure} when it has no root element or ends before its end.
 */
export const readXml = (bytes: Uint8Array, source: XmlSource = {}): XmlElement => {
  let root: XmlElement | undefined
  readElements(
    bytes,
    null,
    (element) => {
      root = element
    },
    source,
  )
  if (root === undefined) throw damagedPart()
  return root
}

/**
 * Calls back with each outermost element of the given names when it is complete, so a large document is never in
 * memory.
 */
export const readElements = (
  bytes: Uint8Array,
  names: ReadonlySet<string> | null,
  take: (element: XmlElement) => void,
  { entities = {}, warnings = [] }: XmlSource = {},
): void => {
  const parser = new SaxesParser({ xmlns: true })
  Object.assign(parser.ENTITIES, entities)
  const open: Growing[] = []
  let depth = 0
  let count = 0
  let begun = false

  parser.on('error', () => {})
  parser.on('opentag', (tag) => {
    begun = true
    depth += 1
    if (depth > tooDeep) throw nestedTooDeep()
    if (depth > maxXmlTreeDepth) return
    const tagName = qualified(tag)
    if (open.length === 0 && names !== null && !names.has(tagName)) return
    count += 1
    if (count > maxElements) throw tooManyElements()
    open.push({ name: tagName, attributes: attributesOf(tag.attributes), children: [] })
  })
  const addText = (text: string): void => {
    if (depth <= maxXmlTreeDepth) open.at(-1)?.children.push(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth -= 1
    if (depth >= maxXmlTreeDepth) return
    const element = open.pop()
    const parent = open.at(-1)
    if (element === undefined) return
    if (parent === undefined) {
      count = 0
      take(element)
    } else if (element.name === 'mc:AlternateContent')
      for (const child of alternativeOf(element)) parent.children.push(child)
    else parent.children.push(element)
  })

  const decoder = charsetDecoder(encodingOf(bytes, warnings))
  for (let at = 0; at < bytes.length; at += chunkBytes)
    parser.write(withoutControls(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true })))
  parser.write(decoder.decode()).close()
  if (!begun || depth > 0) throw damagedPart()
}

const attributesOf = (attributes: Record<string, SaxesAttributeNS>): Record<string, string> => {
  const named: Record<string, string> = {}
  for (const name in attributes) {
    const attribute = attributes[name]
    if (attribute !== undefined) named[attribute.prefix === '' ? name : qualified(attribute)] = attribute.value
  }
  return named
}

/** Extensions of Office that can be read, by their names in `Requires`. */
const officeExtensionPattern = /^(?:wps|wpg|wpc|w14|w15|w16\w*|a14|a16|p14|p15|x14|x15|xr\w*)$/

/** The first choice that can be read, else the fallback (ISO/IEC 29500-3, 7.5). */
const alternativeOf = ({ children }: Growing): readonly XmlNode[] => {
  const elements = children.filter((child) => typeof child !== 'string')
  const choice = elements.find(
    ({ name, attributes }) =>
      name === 'mc:Choice' &&
      (attributes['Requires'] ?? '').split(/\s+/).every((one) => officeExtensionPattern.test(one)),
  )
  return (choice ?? elements.find(({ name }) => name === 'mc:Fallback'))?.children ?? []
}

/** The encoding by the bytes or the declaration; what is not in UTF-8 and declares nothing is guessed, as any text is. */
const encodingOf = (bytes: Uint8Array, warnings: Warning[]): string => {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1] ?? null
  return charsetOfText(bytes, { declared, warnings })
}

const damagedPart = (): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: a part of it is not well-formed XML.')

const nestedTooDeep = (): EngineFailure =>
  new EngineFailure(
    'document_damaged',
    `The document was refused: its elements are nested more than ${tooDeep} levels deep.`,
  )

const tooManyElements = (): EngineFailure =>
  new EngineFailure(
    'out_of_memory',
    `The document was refused: one of its parts has more than ${maxElements} elements.`,
  )
