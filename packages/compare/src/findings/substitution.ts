import { distance } from 'fastest-levenshtein'
import { findingParameters, severities } from '../parameters.ts'
import type { WordToken } from '../tokens/tokenize.ts'
import type { Finding } from './finding.ts'

/**
 * Returns how much it matters that one place is read in two ways, given the tokens that distinguish them; null when both
 * mean the same. One clean number for another is worst, as nothing about it looks wrong; a letter for another in a word is
 * what character recognition does.
 */
export const substitutionOf = (
  tokens: readonly WordToken[],
  otherTokens: readonly WordToken[],
  isCell: boolean,
): Pick<Finding, 'kind' | 'subject' | 'severity'> | null => {
  const [one, other] = [plainOf(tokens), plainOf(otherTokens)]
  if (one === other) return null
  const misreading = {
    kind: 'text',
    subject: 'misreading',
    severity: isCell ? severities.misreadInCell : severities.misread,
  } as const
  const subject = 'substitution'
  const kind = [...tokens, ...otherTokens].some(isDate) ? 'date' : 'number'
  if (digitsIn(one) === digitsIn(other) && !(tokens.some(isDate) && otherTokens.some(isDate))) {
    const severity = isCell ? severities.otherWordsInCell : severities.otherWords
    return isMisread(one, other) ? misreading : { kind: 'text', subject, severity }
  }
  if (areCleanNumbers(tokens, otherTokens)) return { kind, subject, severity: severities.cleanNumber }
  if (foldLookalikes(one) === foldLookalikes(other)) {
    const isNumber = isPlainNumber(tokens) || isPlainNumber(otherTokens)
    return isNumber ? { kind, subject, severity: severities.lookalikeNumber } : misreading
  }
  const isWord = digitsIn(one) === '' || digitsIn(other) === ''
  return isWord && isMisread(one, other) ? misreading : { kind, subject, severity: severities.garbledNumber }
}

const plainOf = (tokens: readonly WordToken[]): string => tokens.map(({ plain }) => plain).join('')

const digitsIn = (plain: string): string => plain.replaceAll(/[^\d.^-]/g, '')

const isDate = ({ kind }: WordToken): boolean => kind === 'date'

/** A number without letters in it, or a date. */
const isClean = ({ kind, key }: WordToken): boolean => kind === 'date' || (kind === 'number' && /^[-\d.:^]+$/.test(key))

/** Tells whether both sides have as many clean numbers, with words beside them on one side at most. */
const areCleanNumbers = (tokens: readonly WordToken[], otherTokens: readonly WordToken[]): boolean => {
  const [numbers, otherNumbers] = [tokens.filter(isClean), otherTokens.filter(isClean)]
  if (numbers.length === tokens.length && otherNumbers.length === otherTokens.length) return true
  const isOneWithoutWords = numbers.length === tokens.length || otherNumbers.length === otherTokens.length
  const restAreWords = [...tokens, ...otherTokens].every((token) => isClean(token) || token.kind === 'word')
  return numbers.length === otherNumbers.length && isOneWithoutWords && restAreWords
}

const isPlainNumber = (tokens: readonly WordToken[]): boolean =>
  tokens.every((token) => isClean(token) && token.key.replaceAll(/\D/g, '').length > 1)

/** Letters and the digits that they look like. */
const lookalikes = new Map(Object.entries({ o: '0', l: '1', i: '1', z: '2', s: '5', b: '8', g: '9' }))

const foldLookalikes = (plain: string): string =>
  plain.replaceAll(/[a-z]/g, (letter) => lookalikes.get(letter) ?? letter)

const isMisread = (one: string, other: string): boolean => {
  if (Math.max(one.length, other.length) > findingParameters.maxMisreadLength) return false
  const [shape, otherShape] = [foldLookalikes(one), foldLookalikes(other)]
  return distance(shape, otherShape) <= findingParameters.maxMisreadShare * Math.max(shape.length, otherShape.length)
}
