import { endsSentence } from '@polyparse/engine'
import type { ContentWord } from '../../layout/page-content.ts'
import type { StructureChild, StructureElement } from '../../pdfium/structure-tree.ts'
import { taggedLines, textOfLines } from './tagged-lines.ts'
import type { TaggedPiece, SeenPieces } from './piece.ts'
import {
  groupPlace,
  headingPlace,
  isAside,
  isOneText,
  isWithinText,
  pieceAt,
  type TaggedPlace,
  topPlace,
} from './place.ts'
import { readTaggedTable } from './read-table.ts'
import { isTableShaped, readShapedTable } from './shaped-tables.ts'
import { roleOf } from './roles.ts'
import { type WordSource, wordsWithin } from './word-source.ts'
import { taggedGroupParameters } from './parameters.ts'

/** The pieces of a page in the order of its tree; `key` is the path to the element whose children they are. */
export const readPieces = (
  children: readonly StructureChild[],
  source: WordSource,
  seen: SeenPieces,
  key = '',
): TaggedPiece[] => {
  const pieces: TaggedPiece[] = []
  let open: (Omit<TaggedPiece, 'words'> & { words: ContentWord[] }) | null = null
  /** Elements to visit when the current text ends. */
  let later: (() => void)[] = []

  const close = (): void => {
    if (open !== null) pieces.push(open)
    open = null
  }

  const add = (words: readonly ContentWord[], place: TaggedPlace): void => {
    if (words.length === 0) return
    if (open !== null && place.text === null && place.item === null && isTaggedTextApart(open.words, words)) close()
    open ??= { ...pieceAt(place, seen), words: [] }
    // One by one, here and elsewhere: a page may have more words than a call can have arguments.
    for (const word of words) open.words.push(word)
  }

  const wordsOf = (element: StructureElement, place: TaggedPlace): ContentWord[] =>
    wordsWithin(element, source, (aside, path) => defer(aside, { ...place, key: place.key + path }))

  const defer = (element: StructureElement, place: TaggedPlace): void => {
    const own = { ...place, text: null }
    later.push(() => visit(element, own, own))
  }

  const visitAll = (element: Pick<StructureElement, 'children'>, place: TaggedPlace): void => {
    for (const child of element.children) {
      const own = { ...place, key: `${place.key}/${child.index}` }
      if ('element' in child) visit(child.element, own, place)
      else add(source.take(child.mark), place.text === null ? own : place)
    }
  }

  /** Reads a block from its start to its end. */
  const block = (read: () => void): void => {
    close()
    read()
    close()
    const waiting = later
    later = []
    for (const one of waiting) one()
  }

  /** Reads an element as one block, even where it has paragraphs in it. */
  const whole = (element: StructureElement, place: TaggedPlace): void =>
    block(() => (isOneText(element) ? add(wordsOf(element, place), place) : visitAll(element, place)))

  const visit = (element: StructureElement, own: TaggedPlace, around: TaggedPlace): void => {
    const inText = around.text !== null
    if (isWithinText(element, inText)) return add(wordsOf(element, own), inText ? around : own)
    const role = roleOf(element)
    if (inText && isAside(role)) return defer(element, own)
    switch (role) {
      case 'artifact':
        return
      case 'heading':
        return whole(element, headingPlace(element, own))
      case 'title':
        return whole(element, { ...own, text: 'title', level: 1, item: null })
      case 'caption':
        return whole(element, { ...own, text: 'caption', item: null })
      case 'note':
        return whole(element, { ...own, text: 'footnote', item: null })
      case 'formula':
        if (inText) return add(wordsOf(element, own), around)
        return whole(element, { ...own, text: 'formula', item: null })
      case 'figure':
        return block(() => visitAll(framedBy(element), { ...own, text: null, item: null }))
      case 'text':
        return block(() => visitAll(element, { ...own, text: 'paragraph' }))
      case 'list': {
        const { lists, key: listKey } = own
        const place = { ...topPlace(listKey), sections: own.sections, lists: lists + 1, numbering: element.numbering }
        return block(() => visitAll(element, place))
      }
      case 'item':
        return block(() => item(element, own))
      case 'table':
        close()
        for (const piece of readTaggedTable(element, own.key, (cell, at) =>
          readPieces(cell.children, source, seen, at),
        )) {
          pieces.push(piece)
        }
        return
      case 'section':
        return block(() => visitAll(element, { ...own, text: null, sections: own.sections + 1 }))
      case 'neutral': {
        if (around.item === null && isTableShaped(element)) {
          close()
          for (const piece of readShapedTable(element, own.key, (cell, at) =>
            readPieces(cell.children, source, seen, at),
          ))
            pieces.push(piece)
          return
        }
        const place = groupPlace(element, own)
        if (open === null || around.text !== null || place.text === null) return block(() => visitAll(element, place))
        const words = wordsOf(element, own)
        if (isTaggedTextContinuation(open.words, words)) return add(words, own)
        return block(() => add(words, place))
      }
      case 'group':
      case 'row':
      case 'cell':
      case 'label':
      case 'inline':
        return block(() => visitAll(element, groupPlace(element, own)))
    }
  }

  const item = (element: StructureElement, own: TaggedPlace): void => {
    const labels = element.children.filter((child) => 'element' in child && roleOf(child.element) === 'label')
    const label = wordsOf({ ...element, children: labels, actualText: '' }, own)
    const number = own.numbering === 'Decimal' ? `${Number(own.key.split('/').at(-1)) + 1}.` : null
    const marker = label.length > 0 ? textOfLines(taggedLines(label)) : seen.has(own.key) ? '' : number
    const place = {
      ...own,
      text: 'paragraph' as const,
      lists: Math.max(1, own.lists),
      item: { key: own.key, marker, isUsed: false },
    }
    const start = pieces.length
    visitAll({ children: element.children.filter((child) => !labels.includes(child)) }, place)
    close()
    // An item that is only a label, or a label and a list, keeps the label as its text.
    if (label.length > 0 && !place.item.isUsed) {
      pieces.splice(start, 0, { ...pieceAt({ ...place, item: { ...place.item, marker: '' } }, seen), words: label })
    }
  }

  visitAll({ children }, topPlace(key))
  block(() => {})
  return pieces
}

/** The children of a figure without its labels, which are left to the layout. */
const framedBy = ({ children }: StructureElement): Pick<StructureElement, 'children'> => ({
  children: children.filter((child) => 'element' in child && !isWithinText(child.element, false)),
})

/** Tells whether loose words are part of the text before them: the mark of a note, or a link, in the midst of a sentence. */
const isTaggedTextContinuation = (words: readonly ContentWord[], next: readonly ContentWord[]): boolean => {
  const [before, word] = [words.at(-1), next[0]]
  if (before === undefined || word === undefined || isTaggedTextApart(words, next)) return false
  const isOnLine =
    Math.abs(word.baseline - before.baseline) < before.size * taggedGroupParameters.maxRaise &&
    word.box[0] > before.box[0]
  return isOnLine || (/^\p{Ll}/u.test(word.text) && !endsSentence(before.text))
}

/** Loose texts in a group: the next one starts well below or above where the one before it ended. */
const isTaggedTextApart = (words: readonly ContentWord[], next: readonly ContentWord[]): boolean => {
  const [before, word] = [words.at(-1), next[0]]
  if (before === undefined || word === undefined) return false
  const step = word.baseline - before.baseline
  return step > before.size * taggedGroupParameters.maxStepDown || step < -before.size * taggedGroupParameters.maxStepUp
}
