import type { BlockType } from '../../../document/model.ts'
import type { ContentWord } from '../../layout/page-content.ts'
import type { StructureChild, StructureElement } from '../../pdfium/structure-tree.ts'
import { linesOf, textOfLines } from './lines.ts'
import type { Piece, SeenPieces } from './piece.ts'
import { readTable } from './read-table.ts'
import { headingLevel, isWithinText, roleOf } from './roles.ts'
import type { WordSource } from './word-source.ts'

/** Where in the tree the reader is, and what loose text found there becomes. */
type Place = {
  readonly key: string
  /** What text becomes; null in groups, in which each text is by itself. */
  readonly text: BlockType | null
  readonly level?: number
  readonly sections: number
  readonly lists: number
  readonly numbering: string
  readonly item: { readonly key: string; readonly marker: string | null; isUsed: boolean } | null
}

const top: Place = { key: '', text: null, sections: 0, lists: 0, numbering: '', item: null }

/** The pieces of a page in the order of its tree. */
export const readPieces = (
  children: readonly StructureChild[],
  source: WordSource,
  seen: SeenPieces,
  key = '',
): Piece[] => {
  const pieces: Piece[] = []
  let open: (Omit<Piece, 'words'> & { words: ContentWord[] }) | null = null
  let later: (() => void)[] = []

  const close = (): void => {
    if (open !== null && open.words.length > 0) pieces.push(open)
    open = null
  }

  const add = (words: readonly ContentWord[], place: Place): void => {
    if (words.length === 0) return
    if (open !== null && place.text === null && place.item === null && isApart(open.words, words)) close()
    open ??= { ...begin(place, seen), words: [] }
    open.words.push(...words)
  }

  const visitAll = (all: readonly StructureChild[], place: Place): void => {
    for (const child of all) {
      const own = { ...place, key: `${place.key}/${child.index}` }
      if ('element' in child) visit(child.element, own, place)
      else add(source.take(child.mark), place.text === null ? own : place)
    }
  }

  /** A block of its own, to the end of the element. */
  const block = (element: StructureElement, place: Place): void => {
    close()
    visitAll(element.children, place)
    close()
    const waiting = later
    later = []
    for (const read of waiting) read()
  }

  const visit = (element: StructureElement, own: Place, around: Place): void => {
    const inText = around.text !== null
    if (isWithinText(element, inText)) {
      const words = wordsOf(element, own)
      add(words, inText ? around : own)
      return
    }
    switch (roleOf(element)) {
      case 'artifact':
        return
      case 'heading':
        return block(element, heading(element, own))
      case 'title':
        return block(element, { ...own, text: 'title', level: 1, item: null })
      case 'caption':
        return block(element, { ...own, text: 'caption', item: null })
      case 'text':
        return block(element, { ...own, text: 'paragraph' })
      case 'formula':
        return inText ? add(wordsOf(element, own), around) : block(element, { ...own, text: 'formula', item: null })
      case 'note':
        return put(inText, () => block(element, { ...own, text: 'footnote', item: null }))
      case 'figure':
        return put(inText, () => figure(element, own))
      case 'list':
        return block(element, { ...own, text: null, item: null, lists: own.lists + 1, numbering: element.numbering })
      case 'item':
        return block(withoutLabel(element), itemPlace(element, own))
      case 'table':
        return table(element, own)
      case 'section':
        return block(element, { ...own, text: null, sections: own.sections + 1 })
      case 'group':
      case 'row':
      case 'cell':
      case 'label':
      case 'inline':
        return block(element, { ...own, text: groupText(element, own) })
    }
  }

  /** What stands within a text but is not part of it comes after it. */
  const put = (inText: boolean, read: () => void): void => {
    if (inText) later.push(read)
    else read()
  }

  /** The words of an element that is part of a text, without those of notes and figures in it. */
  const wordsOf = (element: StructureElement, place: Place): ContentWord[] => {
    const words = element.children.flatMap((child): readonly ContentWord[] => {
      if (!('element' in child)) return source.take(child.mark)
      const inner = { ...place, key: `${place.key}/${child.index}` }
      const role = roleOf(child.element)
      if (role === 'artifact') return []
      if (role !== 'note' && role !== 'figure') return wordsOf(child.element, inner)
      later.push(() => visit(child.element, inner, { ...inner, text: null }))
      return []
    })
    return asMeant(words, element.actualText)
  }

  /** The labels in a figure are left to the layout; texts that it frames are read. */
  const figure = (element: StructureElement, place: Place): void =>
    block(
      { ...element, children: element.children.filter((child) => 'element' in child && isBlock(child.element)) },
      { ...place, text: null, item: null },
    )

  const itemPlace = (element: StructureElement, own: Place): Place => {
    const label = element.children.flatMap((child) =>
      'element' in child && roleOf(child.element) === 'label' ? wordsOf(child.element, own) : [],
    )
    const number = own.numbering === 'Decimal' ? `${Number(own.key.split('/').at(-1)) + 1}.` : null
    const marker = label.length > 0 ? textOfLines(linesOf(label)) : number
    return { ...own, text: 'list_item', lists: Math.max(1, own.lists), item: { key: own.key, marker, isUsed: false } }
  }

  const table = (element: StructureElement, own: Place): void => {
    close()
    const read = readTable(element, own.key, (cell, cellKey) => readPieces(cell.children, source, seen, cellKey))
    pieces.push(...read)
  }

  visitAll(children, { ...top, key })
  close()
  for (const read of later) read()
  return pieces
}

/** The first text of a list item is the item, every other one in it a paragraph. */
const begin = ({ key, text, level, item, lists }: Place, seen: SeenPieces): Omit<Piece, 'words'> => {
  const type = text ?? 'paragraph'
  if (item === null) return { type, key, ...(level !== undefined && { level }) }
  const known = seen.get(key) ?? (seen.has(item.key) || item.isUsed ? 'paragraph' : 'list_item')
  item.isUsed = true
  if (known !== 'list_item') return { type: 'paragraph', key }
  return { type: 'list_item', key, level: lists, item: item.key, marker: seen.has(key) ? '' : item.marker }
}

const heading = (element: StructureElement, place: Place): Place => ({
  ...place,
  text: 'heading',
  item: null,
  level: headingLevel(element.type) ?? Math.min(6, Math.max(1, place.sections)),
})

const withoutLabel = (element: StructureElement): StructureElement => ({
  ...element,
  children: element.children.filter((child) => !('element' in child) || roleOf(child.element) !== 'label'),
})

/** A group whose own children are all part of a text is one. */
const groupText = (element: StructureElement, { item }: Place): BlockType | null => {
  const isText = element.children.every((child) => !('element' in child) || isWithinText(child.element, true))
  return isText ? (item === null ? 'paragraph' : 'list_item') : null
}

const isBlock = (element: StructureElement): boolean => !isWithinText(element, false)

/** Loose texts in a group: the next one starts well below or above where the one before it ended. */
const isApart = (words: readonly ContentWord[], next: readonly ContentWord[]): boolean => {
  const [before, word] = [words.at(-1), next[0]]
  if (before === undefined || word === undefined) return false
  const step = word.baseline - before.baseline
  return step > before.size * 2 || step < -before.size
}

/** The text given instead of what is drawn, believed only where that cannot be read: it may say anything. */
const asMeant = (words: ContentWord[], actualText: string): ContentWord[] => {
  const [first] = words
  const isReadable = words.some(({ text }) => /[^\s\p{Co}\p{Cn}\uFFFD]/u.test(text))
  return first === undefined || actualText === '' || isReadable ? words : [{ ...first, text: actualText }]
}
