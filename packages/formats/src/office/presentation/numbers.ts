import type { Block, NumberStyle } from '@polyparse/document'
import { formatListNumber } from '../../flow/list-number.ts'
import type { XmlElement } from '../../xml/element.ts'

/** Counts the numbered items of a text body. */
export type Numbers = {
  readonly next: (bullet: XmlElement, depth: number) => Pick<Block, 'marker' | 'numbering'>
  /** A paragraph without a bullet: numbers at its depth begin again. */
  readonly interrupt: (depth: number) => void
}

export const createNumbers = (): Numbers => {
  const counts: { readonly kind: string; readonly count: number }[] = []
  return {
    interrupt: (depth) => {
      counts.length = Math.min(counts.length, depth)
    },
    next: ({ name, attributes }, depth) => {
      counts.length = Math.min(counts.length, depth + 1)
      if (name !== 'a:buAutoNum') {
        counts.length = Math.min(counts.length, depth)
        return { marker: '•' }
      }
      const { type = 'arabicPeriod', startAt = '1' } = attributes
      const kind = `${type} ${startAt}`
      const before = counts[depth]
      const count = before?.kind === kind ? before.count + 1 : 0
      counts[depth] = { kind, count }
      const value = count + (Number.parseInt(startAt, 10) || 1)
      const { style, format } = pptxNumberFormats.find(({ start }) => type.startsWith(start)) ?? pptxDecimalFormat
      const number = formatListNumber(value, format)
      return { marker: markerOfPptxNumber(number, type), numbering: { style, value } }
    },
  }
}

const markerOfPptxNumber = (number: string, type: string): string => {
  if (type.endsWith('ParenBoth')) return `(${number})`
  return type.endsWith('ParenR') ? `${number})` : type.endsWith('Plain') ? number : `${number}.`
}

type Format = { readonly start: string; readonly style: NumberStyle; readonly format: string }

const pptxDecimalFormat: Format = { start: 'arabic', style: 'decimal', format: 'decimal' }

/** The prefixes of the types of numbers (ISO/IEC 29500-1, 20.1.10.61). */
const pptxNumberFormats: readonly Format[] = [
  { start: 'alphaLc', style: 'lower_letter', format: 'lowerLetter' },
  { start: 'alphaUc', style: 'upper_letter', format: 'upperLetter' },
  { start: 'romanLc', style: 'lower_roman', format: 'lowerRoman' },
  { start: 'romanUc', style: 'upper_roman', format: 'upperRoman' },
  pptxDecimalFormat,
]
