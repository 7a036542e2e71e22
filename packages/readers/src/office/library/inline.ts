import { paragraphOf } from '../../flow/flow.ts'
import type { OfficeContentNode } from '#officeparser'
import type { TextRun } from '@polyparse/document'
import { isMonospaced } from '../office-text.ts'
import type { Notes } from '../../flow/notes.ts'

/** The text of a node as stretches of one style, with the numbers of the notes that it refers to. */
export const stretchesOf = (node: OfficeContentNode, notes: Notes): TextRun[] => [
  ...ownStretches(node, notes),
  ...(node.notes ?? []).map((note) => notes.refer(() => [paragraphOf(noteStretches(note, notes))])),
]

const ownStretches = (node: OfficeContentNode, notes: Notes): TextRun[] => {
  if (node.type === 'break') return [{ text: '\n' }]
  if (node.type === 'image' || node.type === 'chart' || node.type === 'note') return []
  if (node.children !== undefined && node.children.length > 0)
    return node.children.flatMap((child) => stretchesOf(child, notes))
  const text = (node.text ?? '').replaceAll(/\r\n?/g, '\n')
  if (node.type === 'code') return [{ text, code: true }]
  return [{ text, ...lookOf(node) }]
}

const lookOf = (node: OfficeContentNode): Omit<TextRun, 'text'> => {
  const { bold, italic, superscript, subscript, font } = node.formatting ?? {}
  const link = node.type === 'text' && node.metadata?.linkType === 'external' ? node.metadata.link : undefined
  return {
    ...(bold === true && { bold }),
    ...(italic === true && { italic }),
    ...(superscript === true && { superscript }),
    ...(subscript === true && { subscript }),
    ...(isMonospaced(font) && { code: true }),
    ...(link !== undefined && { href: link }),
  }
}

const noteStretches = (note: OfficeContentNode, notes: Notes): TextRun[] =>
  (note.children ?? [note]).flatMap((child, index) => [
    ...(index === 0 ? [] : [{ text: '\n' }]),
    ...stretchesOf(child, notes),
  ])
