import type { DoclingDocument, Node, Picture, Table, Text } from './answer-shape.ts'

/** An item of the document in reading order, with its depth in lists. */
export type Found =
  | { readonly kind: 'text'; readonly text: Text; readonly list: number }
  /** Texts that are one paragraph, each in its own style; in a list item, all of its texts. */
  | {
      readonly kind: 'inline'
      readonly texts: readonly Text[]
      readonly group: Node
      readonly entry: Text | null
      readonly list: number
    }
  | { readonly kind: 'table'; readonly table: Table; readonly caption: string }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly inside: readonly Text[] }

const deepest = 100
const lists = new Set(['list', 'ordered_list'])

/**
 * The items in the tree of a document, each once. References come from an answer and may lead anywhere: in cycles, or
 * nowhere.
 */
export const walk = (document: DoclingDocument): Found[] => {
  const { texts, tables, pictures, groups } = document
  const seen = new Set<string>()
  const found: Found[] = []

  const visit = (refs: Node['children'], list: number, depth: number): void => {
    for (const { $ref } of refs ?? []) {
      if (seen.has($ref) || depth > deepest) continue
      seen.add($ref)
      const [, kind, number] = /^#\/(texts|tables|pictures|groups)\/(\d{1,9})$/.exec($ref) ?? []
      const index = Number(number)
      if (kind === 'texts') visitText(texts?.[index], list, depth)
      if (kind === 'tables') visitTable(tables?.[index], list, depth)
      if (kind === 'pictures') visitPicture(pictures?.[index], list, depth)
      if (kind === 'groups') visitGroup(groups?.[index], list, depth)
    }
  }

  const visitText = (text: Text | undefined, list: number, depth: number): void => {
    if (text === undefined) return
    const [first] = text.children ?? []
    const group = inlineGroup(first?.$ref)
    const isEmpty = text.label === 'list_item' && text.text.trim() === ''
    if (isEmpty && group !== null && first !== undefined && !seen.has(first.$ref)) {
      seen.add(first.$ref)
      found.push({ kind: 'inline', group, texts: textsIn(group), entry: text, list })
    } else found.push({ kind: 'text', text, list })
    visit(text.children, list, depth + 1)
  }

  const visitTable = (table: Table | undefined, list: number, depth: number): void => {
    if (table === undefined) return
    const caption = textsAt(table.captions).map(({ text }) => text)
    found.push({ kind: 'table', table, caption: caption.join(' ').trim() })
    visit([...(table.captions ?? []), ...(table.footnotes ?? [])], list, depth + 1)
  }

  const visitPicture = (picture: Picture | undefined, list: number, depth: number): void => {
    if (picture === undefined) return
    const around = [...(picture.captions ?? []), ...(picture.footnotes ?? [])]
    const captions = new Set(around.map(({ $ref }) => $ref))
    const inside = (picture.children ?? []).filter(({ $ref }) => !captions.has($ref))
    for (const { $ref } of inside) seen.add($ref)
    found.push({ kind: 'picture', picture, inside: textsAt(inside) })
    visit(around, list, depth + 1)
  }

  const visitGroup = (group: Node | undefined, list: number, depth: number): void => {
    if (group === undefined) return
    if (group.label !== 'inline')
      return visit(group.children, lists.has(group.label ?? '') ? list + 1 : list, depth + 1)
    found.push({ kind: 'inline', group, texts: textsIn(group), entry: null, list })
  }

  /** For items that contain only texts. */
  const inlineGroup = (ref: string | undefined): Node | null => {
    const number = /^#\/groups\/(\d{1,9})$/.exec(ref ?? '')?.[1]
    const group = number === undefined ? undefined : groups?.[Number(number)]
    return group?.label === 'inline' ? group : null
  }
  const textsIn = ({ children }: Node): Text[] => {
    for (const { $ref } of children ?? []) seen.add($ref)
    return textsAt(children)
  }
  const textsAt = (refs: Node['children']): Text[] =>
    (refs ?? []).flatMap(({ $ref }) => {
      const number = /^#\/texts\/(\d{1,9})$/.exec($ref)?.[1]
      const text = number === undefined ? undefined : texts?.[Number(number)]
      return text === undefined ? [] : [text]
    })

  visit(document.body?.children, 0, 0)
  visit(document.furniture?.children, 0, 0)
  return found
}
