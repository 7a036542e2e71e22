import { distance } from 'fastest-levenshtein'
import type { Token } from '../tokens/tokenize.ts'
import { cleanFigure, type Finding } from './finding.ts'

/** Words are the same word misread when no more than this share of their letters differs. */
const maxMisreadShare = 0.5

/** What is longer is no misread word, and not compared letter by letter. */
const maxMisreadLength = 400

/**
 * How it matters that one place is read in two ways, by what tells them apart; null when both say the same. Worst is one
 * clean figure for another, as nothing in it looks wrong; a letter for another in a word is what recognition does.
 */
export const readOtherwise = (
  told: readonly Token[],
  otherTold: readonly Token[],
  isCell: boolean,
): Pick<Finding, 'kind' | 'subject' | 'severity'> | null => {
  const [one, other] = [plainOf(told), plainOf(otherTold)]
  if (one === other) return null
  const misread = { kind: 'text', subject: 'misreading', severity: isCell ? 0.35 : 0.3 } as const
  const kind = [...told, ...otherTold].some(isDate) ? 'date' : 'number'
  if (figuresIn(one) === figuresIn(other) && !(told.some(isDate) && otherTold.some(isDate)))
    return isMisread(one, other) ? misread : { kind: 'text', subject: 'reading', severity: isCell ? 0.45 : 0.4 }
  if (areFigures(told, otherTold)) return { kind, subject: 'reading', severity: cleanFigure }
  if (shapeOf(one) === shapeOf(other))
    return isAmount(told) || isAmount(otherTold) ? { kind, subject: 'reading', severity: 0.5 } : misread
  const isWord = figuresIn(one) === '' || figuresIn(other) === ''
  return isWord && isMisread(one, other) ? misread : { kind, subject: 'reading', severity: 0.8 }
}

const plainOf = (tokens: readonly Token[]): string => tokens.map(({ plain }) => plain).join('')

const figuresIn = (plain: string): string => plain.replaceAll(/[^\d.^-]/g, '')

const isDate = ({ kind }: Token): boolean => kind === 'date'

/** A figure without letters in it, or a date. */
const isClean = ({ kind, key }: Token): boolean => kind === 'date' || (kind === 'number' && /^[-\d.:^]+$/.test(key))

/** Whether there are as many clean figures on both sides, with words beside them on one side at most. */
const areFigures = (told: readonly Token[], otherTold: readonly Token[]): boolean => {
  const [figures, otherFigures] = [told.filter(isClean), otherTold.filter(isClean)]
  if (figures.length === told.length && otherFigures.length === otherTold.length) return true
  const isWithoutWords = figures.length === told.length || otherFigures.length === otherTold.length
  const areWords = [...told, ...otherTold].every((token) => isClean(token) || token.kind === 'word')
  return figures.length === otherFigures.length && isWithoutWords && areWords
}

const isAmount = (tokens: readonly Token[]): boolean =>
  tokens.every((token) => isClean(token) && token.key.replaceAll(/\D/g, '').length > 1)

/** Letters that are taken for figures, and figures for letters, by what they look like. */
const lookalikes = new Map(Object.entries({ o: '0', l: '1', i: '1', z: '2', s: '5', b: '8', g: '9' }))

const shapeOf = (plain: string): string => plain.replaceAll(/[a-z]/g, (letter) => lookalikes.get(letter) ?? letter)

const isMisread = (one: string, other: string): boolean => {
  if (Math.max(one.length, other.length) > maxMisreadLength) return false
  const [shape, otherShape] = [shapeOf(one), shapeOf(other)]
  return distance(shape, otherShape) <= maxMisreadShare * Math.max(shape.length, otherShape.length)
}
