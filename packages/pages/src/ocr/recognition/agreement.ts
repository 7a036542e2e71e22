import { itemAt } from '@polyparse/document/items'
import { recognizerAgreement as limits } from '../parameters.ts'
import type { RecognizedWord } from './recognition-lines.ts'

/*
 * Two recognisers that were made from other samples, by other methods, are rarely wrong in the same way. So what both read is
 * right as far as not both are wrong, and of what they differ on at most one is right.
 */

/**
 * Words with the confidence that another reading of the same place gives them: more where it has their characters, and none
 * between; less where it has others, by how sure it is of those; their own where it has nothing there.
 */
export const confirmedBy = (
  words: readonly RecognizedWord[],
  others: readonly RecognizedWord[],
): readonly RecognizedWord[] => {
  const [own, other] = [charactersOfWords(words), charactersOfWords(others)]
  if (own.length * other.length > limits.maxCells) return words
  const { partners, isAdded } = alignCharacters(own, other)
  return words.map((word, index) => {
    const from = own.findIndex((each) => each.word === index)
    const to = own.findLastIndex((each) => each.word === index) + 1
    if (from < 0) return word
    const places = partners.slice(from, to).filter((place) => place !== null)
    const sure = meanOf(places.map((place) => itemAt(others, itemAt(other, place).word).confidence))
    if (sure === null) return word
    const [first, last] = [itemAt(places, 0), itemAt(places, places.length - 1)]
    const isSame =
      last - first === to - from - 1 &&
      places.length === to - from &&
      places.every((place, offset) => itemAt(other, place).text === itemAt(own, from + offset).text) &&
      !isAdded(first - 1) &&
      !isAdded(last + 1)
    if (!isSame) return { ...word, confidence: disputed(word.confidence, sure) }
    // A text on which both readings agree has no weak characters, and no sign that only one of them has half seen.
    return { text: word.text, box: word.box, confidence: agreed(word.confidence, sure) }
  })
}

/** The probability that two readings are right that agree. Their mistakes depend on each other where the print is bad. */
const agreed = (one: number, other: number): number =>
  inThousandths(Math.max(one, other, 1 - limits.dependence * (1 - one) * (1 - other)))

/** The probability that one of two readings is right that differ. */
const disputed = (one: number, other: number): number => {
  const [right, wrong] = [one * (1 - other), other * (1 - one)]
  return inThousandths(Math.min(limits.maxDisputed, right + wrong === 0 ? 0.5 : right / (right + wrong)))
}

const inThousandths = (share: number): number => Math.round(share * 1000) / 1000

const meanOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length

type CharacterOfWord = { readonly text: string; readonly word: number }

/** The characters of some words without spaces, with signs that only differ in style as one. */
const charactersOfWords = (words: readonly RecognizedWord[]): CharacterOfWord[] =>
  words.flatMap(({ text }, word) =>
    Array.from(text.normalize('NFKC').replaceAll(/\s/g, ''), (each) => ({ text: styles.get(each) ?? each, word })),
  )

const styles: ReadonlyMap<string, string> = new Map(
  ["'‘’‚`´", '"“”„', '-‐‑–—−'].flatMap(([first = '', ...others]) => others.map((each) => [each, first] as const)),
)

/**
 * Returns, for each character of one text, the place of its counterpart in the other; null where it has none. `isAdded`
 * tells of a place in the other whether it has no counterpart.
 */
const alignCharacters = (
  one: readonly CharacterOfWord[],
  other: readonly CharacterOfWord[],
): { readonly partners: readonly (number | null)[]; readonly isAdded: (place: number) => boolean } => {
  const across = other.length + 1
  const costs = new Uint16Array((one.length + 1) * across)
  const cost = (row: number, column: number): number => itemAt(costs, row * across + column)
  const replacing = (row: number, column: number): number =>
    cost(row - 1, column - 1) + Number(itemAt(one, row - 1).text !== itemAt(other, column - 1).text)
  for (let row = 0; row <= one.length; row += 1)
    for (let column = 0; column <= other.length; column += 1)
      costs[row * across + column] =
        row === 0 || column === 0
          ? row + column
          : Math.min(replacing(row, column), cost(row - 1, column) + 1, cost(row, column - 1) + 1)
  const partners: (number | null)[] = one.map(() => null)
  const taken = new Set<number>()
  let [row, column] = [one.length, other.length]
  while (row > 0 && column > 0) {
    if (cost(row, column) === replacing(row, column)) {
      row -= 1
      column -= 1
      partners[row] = column
      taken.add(column)
    } else if (cost(row, column) === cost(row - 1, column) + 1) row -= 1
    else column -= 1
  }
  return { partners, isAdded: (place) => place >= 0 && place < other.length && !taken.has(place) }
}
