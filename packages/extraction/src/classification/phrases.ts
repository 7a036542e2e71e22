import { itemAt } from '@polyparse/document/items'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import { foldText, tokensOfFolded } from '../values/fold.ts'

/** Words in their order, folded. */
export type Phrase = readonly string[]

/**
 * The words of a text as they are looked for.
 * @example phraseOf('Invoice No.') // ['invoice', 'no']
 */
export const phraseOf = (text: string): Phrase => tokensOfFolded(foldText(text)).map((token) => token.text)

/** Phrases by their first word, each with who looks for it. */
export type PhraseIndex<Owner> = {
  readonly byFirst: ReadonlyMap<string, readonly { readonly phrase: Phrase; readonly owner: Owner }[]>
  /** True if the last part of a longer word counts: `Stromrechnung`. */
  readonly takesCompounds: boolean
}

/** A phrase that is on a page, by its first and last token in the reading. */
export type FoundPhrase<Owner> = { readonly first: number; readonly last: number; readonly owners: readonly Owner[] }

/** Letters of a word from which it may end a longer one: shorter endings are found by chance. */
export const leastEnding = 6

export const indexPhrases = <Owner>(
  phrases: Iterable<{ readonly phrase: Phrase; readonly owner: Owner }>,
  takesCompounds: boolean,
): PhraseIndex<Owner> => ({
  byFirst: Map.groupBy(phrases, ({ phrase }) => phrase[0] ?? ''),
  takesCompounds,
})

/** The longest phrase that begins at a token, with everybody who looks for it; null for none. */
export const phraseAt = <Owner>(
  first: number,
  { tokens, words }: Pick<IndexedReading, 'tokens' | 'words'>,
  index: PhraseIndex<Owner>,
): FoundPhrase<Owner> | null => {
  const { text } = itemAt(tokens, first)
  let [length, owners]: [number, Owner[]] = [0, []]
  for (const start of startsOf(text, index))
    for (const { phrase, owner } of index.byFirst.get(start) ?? []) {
      if (phrase.length < length || !goesOn(first, phrase, { tokens, words })) continue
      if (phrase.length > length) [length, owners] = [phrase.length, []]
      owners.push(owner)
    }
  return length === 0 ? null : { first, last: first + length - 1, owners }
}

/** The word itself, in the singular, and the longest ending that begins a phrase. */
const startsOf = (text: string, { byFirst, takesCompounds }: PhraseIndex<unknown>): string[] => {
  const starts = text.endsWith('s') ? [text, text.slice(0, -1)] : [text]
  if (!takesCompounds) return starts
  if (starts.some((start) => byFirst.has(start))) return starts
  for (let cut = 2; cut <= Math.min(text.length, maxCompound) - leastEnding; cut += 1)
    if (byFirst.has(text.slice(cut))) return [text.slice(cut)]
  return starts
}

/** Letters of a word whose endings are looked at. */
const maxCompound = 60

const goesOn = (
  first: number,
  phrase: Phrase,
  { tokens, words }: Pick<IndexedReading, 'tokens' | 'words'>,
): boolean => {
  for (let at = 1; at < phrase.length; at += 1) {
    const [before, token] = [itemAt(tokens, first + at - 1), tokens[first + at]]
    if (token === undefined) return false
    const isLast = at === phrase.length - 1
    if (token.text !== phrase[at] && !(isLast && token.text === `${phrase[at]}s`)) return false
    const [left, right] = [itemAt(words, before.word), itemAt(words, token.word)]
    if (left.page !== right.page || left.block !== right.block || right.line - left.line > 1) return false
  }
  return true
}
