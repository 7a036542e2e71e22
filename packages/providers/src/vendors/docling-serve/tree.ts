import type {
  DoclingDocument,
  DoclingNode,
  DoclingPicture,
  DoclingTable,
  DoclingText,
} from './docling-serve-answer-shape.ts'

/** The purposes of an item; any other that a later version may name counts as `body`. */
const layers = ['body', 'furniture', 'background', 'invisible', 'notes'] as const
export type Layer = (typeof layers)[number]

/** The place of an item in the tree. */
export type Around = {
  /** Its depth in lists. */
  readonly list: number
  readonly layer: Layer
  /** The kind of running text that the group around it repeats on every page; null if the group does not say. */
  readonly running: 'page_header' | 'page_footer' | null
}

/** An item of the document in reading order. */
export type FoundNode = Around &
  (
    | { readonly kind: 'text'; readonly text: DoclingText }
    /** Texts that are one paragraph, each in its own style; in a list item, all of its texts. */
    | {
        readonly kind: 'inline'
        readonly texts: readonly DoclingText[]
        readonly group: DoclingNode
        readonly entry: DoclingText | null
      }
    | { readonly kind: 'table'; readonly table: DoclingTable; readonly caption: string }
    | { readonly kind: 'picture'; readonly picture: DoclingPicture; readonly inside: readonly DoclingText[] }
  )

const maxDoclingTreeDepth = 100
const doclingListLabels = new Set(['list', 'ordered_list'])

/** The names of groups in the furniture of Word documents. */
const runningGroups: Readonly<Record<string, Around['running']>> = {
  'page header': 'page_header',
  'page footer': 'page_footer',
}

/** A group gives its layer to what is in it, which is often said to be body all the same. */
const contextInsideDoclingNode = ({ content_layer: own, name }: DoclingNode, around: Around): Around => ({
  ...around,
  layer: layers.find((layer) => layer === own && layer !== 'body') ?? around.layer,
  running: runningGroups[name ?? ''] ?? around.running,
})

/**
 * The items in the tree of a document, each once. References come from an answer and may lead anywhere: in cycles, or
 * nowhere.
 */
export const walkTree = (document: DoclingDocument): FoundNode[] => {
  const { texts, tables, pictures, groups } = document
  const seen = new Set<string>()
  const found: FoundNode[] = []

  const visit = (refs: DoclingNode['children'], around: Around, depth: number): void => {
    for (const { $ref } of refs ?? []) {
      if (seen.has($ref) || depth > maxDoclingTreeDepth) continue
      seen.add($ref)
      const [, kind, number] = /^#\/(texts|tables|pictures|groups)\/(\d{1,9})$/.exec($ref) ?? []
      const index = Number(number)
      if (kind === 'texts') visitText(texts?.[index], around, depth)
      if (kind === 'tables') visitTable(tables?.[index], around, depth)
      if (kind === 'pictures') visitPicture(pictures?.[index], around, depth)
      if (kind === 'groups') visitGroup(groups?.[index], around, depth)
    }
  }

  const visitText = (text: DoclingText | undefined, outside: Around, depth: number): void => {
    if (text === undefined) return
    const around = contextInsideDoclingNode(text, outside)
    const [first] = text.children ?? []
    const group = inlineGroup(first?.$ref)
    const isEmpty = text.label === 'list_item' && text.text.trim() === ''
    if (isEmpty && group !== null && first !== undefined && !seen.has(first.$ref)) {
      seen.add(first.$ref)
      found.push({
        ...contextInsideDoclingNode(group, around),
        kind: 'inline',
        group,
        texts: textsIn(group),
        entry: text,
      })
    } else found.push({ ...around, kind: 'text', text })
    visit(text.children, around, depth + 1)
  }

  const visitTable = (table: DoclingTable | undefined, outside: Around, depth: number): void => {
    if (table === undefined) return
    const around = contextInsideDoclingNode(table, outside)
    const caption = textsAt(table.captions).map(({ text }) => text)
    found.push({ ...around, kind: 'table', table, caption: caption.join(' ').trim() })
    visit([...(table.captions ?? []), ...(table.footnotes ?? [])], around, depth + 1)
  }

  const visitPicture = (picture: DoclingPicture | undefined, outside: Around, depth: number): void => {
    if (picture === undefined) return
    const around = contextInsideDoclingNode(picture, outside)
    const beside = [...(picture.captions ?? []), ...(picture.footnotes ?? [])]
    const captions = new Set(beside.map(({ $ref }) => $ref))
    const parts = (picture.children ?? []).filter(({ $ref }) => !captions.has($ref))
    for (const { $ref } of parts) seen.add($ref)
    found.push({ ...around, kind: 'picture', picture, inside: textsAt(parts) })
    visit(beside, around, depth + 1)
  }

  const visitGroup = (group: DoclingNode | undefined, outside: Around, depth: number): void => {
    if (group === undefined) return
    const around = contextInsideDoclingNode(group, outside)
    const { list } = around
    if (group.label !== 'inline')
      return visit(
        group.children,
        { ...around, list: doclingListLabels.has(group.label ?? '') ? list + 1 : list },
        depth + 1,
      )
    const parts = textsIn(group)
    const [first] = parts
    found.push({
      ...(first === undefined ? around : contextInsideDoclingNode(first, around)),
      kind: 'inline',
      group,
      texts: parts,
      entry: null,
    })
  }

  /** Makes a group of items that contain only texts. */
  const inlineGroup = (ref: string | undefined): DoclingNode | null => {
    const number = /^#\/groups\/(\d{1,9})$/.exec(ref ?? '')?.[1]
    const group = number === undefined ? undefined : groups?.[Number(number)]
    return group?.label === 'inline' ? group : null
  }
  const textsIn = ({ children }: DoclingNode): DoclingText[] => {
    for (const { $ref } of children ?? []) seen.add($ref)
    return textsAt(children)
  }
  const textsAt = (refs: DoclingNode['children']): DoclingText[] =>
    (refs ?? []).flatMap(({ $ref }) => {
      const number = /^#\/texts\/(\d{1,9})$/.exec($ref)?.[1]
      const text = number === undefined ? undefined : texts?.[Number(number)]
      return text === undefined ? [] : [text]
    })

  visit(document.body?.children, { list: 0, layer: 'body', running: null }, 0)
  visit(document.furniture?.children, { list: 0, layer: 'furniture', running: null }, 0)
  return found
}
