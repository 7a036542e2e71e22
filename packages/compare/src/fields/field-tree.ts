import type { Extraction, ExtractionEvidence } from '@polyparse/document/schema'
import type { FieldValueOf } from './field-values.ts'

/** The value of one place of a schema, with what is known of it. */
export type FieldLeaf = { readonly kind: 'leaf'; readonly entry: ExtractionEvidence; readonly datum: FieldValueOf }

/** Filled data, with the evidence of each value in its place. */
export type FieldNode =
  | FieldLeaf
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, FieldNode> }
  | { readonly kind: 'array'; readonly items: readonly FieldNode[] }

/** The data of an extraction as a tree; what has no evidence is left out. */
export const fieldTreeOf = ({ data, evidence }: Pick<Extraction, 'data' | 'evidence'>): FieldNode => {
  const entries = new Map(evidence.map((entry) => [entry.path, entry]))
  const nodeOf = (value: unknown, path: string): FieldNode | null => {
    if (Array.isArray(value))
      return { kind: 'array', items: value.flatMap((item, index) => nodeOf(item, `${path}/${index}`) ?? []) }
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).flatMap(([name, member]) => {
        const node = nodeOf(member, pointerTo(path, name))
        return node === null ? [] : [[name, node] as const]
      })
      return { kind: 'object', members: new Map(members) }
    }
    const entry = entries.get(path)
    return entry === undefined ? null : { kind: 'leaf', entry, datum: datumOf(value) }
  }
  return nodeOf(data, '') ?? { kind: 'object', members: new Map() }
}

/**
 * The pointer (RFC 6901) of a member of what is at another.
 * @example pointerTo('/lines/0', 'net/gross') // '/lines/0/net~1gross'
 */
export const pointerTo = (path: string, name: string): string =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/**
 * The names and places that a pointer (RFC 6901) leads through.
 * @example pointerSegments('/lines/0/net~1gross') // ['lines', '0', 'net/gross']
 */
export const pointerSegments = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

const datumOf = (value: unknown): FieldValueOf =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** All values in a tree, each with the names that lead to it, without the places in arrays. */
export const fieldLeavesIn = (
  node: FieldNode | undefined,
  column = '',
): { readonly column: string; readonly leaf: FieldLeaf }[] => {
  if (node === undefined) return []
  if (node.kind === 'leaf') return [{ column, leaf: node }]
  if (node.kind === 'array') return node.items.flatMap((item) => fieldLeavesIn(item, column))
  return [...node.members].flatMap(([name, member]) => fieldLeavesIn(member, `${column}/${name}`))
}

/**
 * Tells whether a value is on the pages, or follows from others that are.
 * @example isProved({ status: 'found', value: 'A-17' }) // true
 */
export const isProved = ({ status, value }: Pick<ExtractionEvidence, 'status' | 'value'>): boolean =>
  status !== 'not_found' && value !== null
