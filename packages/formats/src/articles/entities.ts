import { decodeText } from '@polyparse/engine'
import { parseHtml, rawText } from '../web/html/nodes.ts'

/** The entities that the document types of articles and books define, as far as the text needs them. */
export type ArticleEntities = {
  readonly values: Readonly<Record<string, string>>
  /** Entities that are other files. */
  readonly files: readonly string[]
}

/** Bounds on entities: characters of one, and of all together where they are used. */
const articleEntityLimits = { names: 2_000, value: 200, expanded: 1_000_000 }

/**
 * The entities that a document uses: the names of characters that HTML has, too, and short texts without references or
 * markup that the document itself defines. An entity within an entity is not expanded, so that none can grow.
 */
export const entitiesOf = (bytes: Uint8Array): ArticleEntities => {
  const source = decodeText(bytes, { warnings: [] })
  const used = new Map<string, number>()
  for (const [, name = ''] of source.matchAll(/&([A-Za-z][\w.-]{0,63});/g)) {
    if (!used.has(name) && used.size >= articleEntityLimits.names) break
    used.set(name, (used.get(name) ?? 0) + 1)
  }
  const values: Record<string, string> = {}
  const files: string[] = []
  let expanded = 0
  const add = (name: string, value: string): void => {
    expanded += value.length * (used.get(name) ?? 0)
    if (expanded <= articleEntityLimits.expanded) values[name] = value
  }
  const subset = internalSubset(source)
  for (const [, name = '', , value = ''] of subset.matchAll(internal))
    if (used.has(name) && value.length <= articleEntityLimits.value && !/[&<%]/.test(value)) add(name, value)
  for (const [, name = '', , file = ''] of subset.matchAll(external)) if (used.has(name)) files.push(file)
  for (const name of used.keys()) {
    const character = Object.hasOwn(values, name) || xmlNames.has(name) ? '' : characterOf(name)
    if (character !== '') add(name, character)
  }
  return { values, files }
}

/** Returns what a document type declares in the document itself. */
const internalSubset = (source: string): string => {
  const doctype = source.indexOf('<!DOCTYPE')
  const begin = source.indexOf('[', doctype)
  const end = source.indexOf(']', begin)
  const isOne = doctype !== -1 && begin !== -1 && end !== -1 && !source.slice(doctype, begin).includes('>')
  return isOne ? source.slice(begin, end) : ''
}

const internal = /<!ENTITY\s{1,20}([A-Za-z][\w.-]{0,63})\s{1,20}(["'])([^"'&<%]{0,200})\2/g
const external = /<!ENTITY\s{1,20}([A-Za-z][\w.-]{0,63})\s{1,20}(SYSTEM)\s{1,20}["']([^"']{1,200})["']/g

const xmlNames = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

const characterOf = (name: string): string => {
  const text = rawText(parseHtml(`<body>&${name};`))
  return text.includes('&') ? '' : text
}
