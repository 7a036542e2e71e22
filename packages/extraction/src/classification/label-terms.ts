import { type LeafLabel, labelOf, wordsOfName } from '../labels/labels.ts'
import { wordsWithoutMeaning } from '../labels/concepts.ts'
import type { ClassificationLabel } from './labels.ts'
import { documentKinds } from './kinds.ts'
import { indexPhrases, leastEnding, type Phrase, type PhraseIndex, phraseOf } from './phrases.ts'

/** The subject of a phrase: a label of the request by its place, or a kind of documents by its own. */
export type LabelSubject = { readonly label: number } | { readonly kind: number }

/** The terms that are searched on pages. */
export type ClassificationTerms = {
  readonly labels: readonly LabelTerms[]
  /** The phrases of titles. */
  readonly names: PhraseIndex<LabelSubject>
  /** The phrases that are printed on documents of a kind. */
  readonly signs: PhraseIndex<LabelSubject>
  /** Words of descriptions that only one label has. */
  readonly words: ReadonlyMap<string, number>
}

export type LabelTerms = {
  /** The kinds of documents that the label means; none where it is not a usual one. */
  readonly kinds: ReadonlySet<number>
  /** The words of its name, where that is no usual kind. */
  readonly ownName: LeafLabel | null
  /** The number of words of its description that no other label has. */
  readonly wordCount: number
}

const phrasesOf = (list: string): Phrase[] =>
  list
    .split(', ')
    .filter((text) => text !== '')
    .map(phraseOf)

const namesOfKinds = documentKinds.flatMap(({ names }, kind) =>
  phrasesOf(names).map((phrase) => ({ phrase, owner: { kind } })),
)
const signsOfKinds = documentKinds.flatMap(({ signs }, kind) =>
  phrasesOf(signs).map((phrase) => ({ phrase, owner: { kind } })),
)

/** The kind within which each kind is; undefined for none. */
export const widerKind: readonly (number | undefined)[] = documentKinds.map(({ within }) => {
  const wider = documentKinds.findIndex(({ names }) => within !== undefined && names.split(', ')[0] === within)
  return wider === -1 ? undefined : wider
})

/** True for each kind whose name documents of other kinds may have, too. */
export const isGeneralKind: readonly boolean[] = documentKinds.map(({ isGeneral = false }) => isGeneral)

/** Returns the terms by which the labels of a request are searched. */
export const termsOfLabels = (labels: readonly ClassificationLabel[]): ClassificationTerms => {
  const kindsByName = labels.map(({ name }) => kindsIn(wordsOfName(name)).slice(0, 1))
  const named = new Set(kindsByName.flat())
  const kindsOf = labels.map(({ description = '' }, index) => {
    const byName = kindsByName[index] ?? []
    // A kind that is another label is named in a description to tell both apart.
    const described = byName.length > 0 ? [] : kindsIn(phraseOf(description)).filter((kind) => !named.has(kind))
    return new Set(byName.length > 0 ? byName : described.slice(0, 1))
  })
  const words = wordsOfOne(labels)
  const wordCounts = Map.groupBy(words.values(), (label) => label)
  const own = labels.flatMap(({ name, description = '' }, label) => [
    { phrase: wordsOfName(name), owner: { label } },
    ...quotedIn(description).map((phrase) => ({ phrase, owner: { label } })),
  ])
  const quoted = labels.flatMap(({ description = '' }, label) =>
    quotedIn(description).map((phrase) => ({ phrase, owner: { label } })),
  )
  return {
    labels: labels.map(({ name }, index) => {
      const kinds = kindsOf[index] ?? new Set<number>()
      return {
        kinds,
        ownName: kinds.size === 0 ? labelOf(name, { title: '', description: '' }) : null,
        wordCount: wordCounts.get(index)?.length ?? 0,
      }
    }),
    names: indexPhrases<LabelSubject>([...namesOfKinds, ...own], true),
    signs: indexPhrases<LabelSubject>([...signsOfKinds, ...quoted], false),
    words,
  }
}

/** The kinds whose names the words have, the one with the longest name first. */
const kindsIn = (words: readonly string[]): number[] => {
  const found: { readonly kind: number; readonly length: number }[] = []
  for (const { phrase, owner } of namesOfKinds)
    if (words.some((_, first) => phrase.every((part, at) => isFormOf(words[first + at], part))))
      found.push({ kind: owner.kind, length: phrase.join(' ').length })
  return [...new Set(found.toSorted((one, other) => other.length - one.length).map(({ kind }) => kind))]
}

/** Tells whether a word is another one, in the plural or as the last part of a longer one. */
const isFormOf = (word: string | undefined, other: string): boolean => {
  if (word === undefined) return false
  const singulars = [word, word.replace(/[ens]$/, ''), word.replace(/e[ns]$/, '')]
  return singulars.some((singular) => singular === other || (other.length >= leastEnding && singular.endsWith(other)))
}

/** Letters of a word of a description below which it says little. */
const leastLetters = 4
/** Words of one description that are looked for. */
const maxWords = 60

/** Words of descriptions by the label that alone has them. */
const wordsOfOne = (labels: readonly ClassificationLabel[]): Map<string, number> => {
  const owners = new Map<string, Set<number>>()
  for (const [index, { name, description = '' }] of labels.entries())
    for (const word of [...wordsOfName(name), ...phraseOf(description).slice(0, maxWords)]) {
      if (word.length < leastLetters || wordsWithoutMeaning.has(word) || wordsOfDescriptions.has(word)) continue
      owners.set(word, (owners.get(word) ?? new Set()).add(index))
    }
  const named = new Set(labels.flatMap(({ name }) => wordsOfName(name)))
  const alone = [...owners].flatMap(([word, [first, ...others]]) =>
    first === undefined || others.length > 0 || named.has(word) ? [] : [[word, first] as const],
  )
  return new Map(alone)
}

/** Words that descriptions of labels have and pages do not, or all pages do. */
const wordsOfDescriptions: ReadonlySet<string> = new Set(
  'document documents page pages file files contains contain containing includes including such like usually typically often about which where when what that these those between other another anything everything else issued sent kind type with without into also dokument dokumente seite seiten enthalt document contient documento contiene contem bevat'.split(
    ' ',
  ),
)

/** Returns the phrases in quotes or brackets, which often are words on the page. */
const quotedIn = (description: string): Phrase[] =>
  Array.from(
    description.slice(0, 1000).matchAll(/\(([^()]{2,60})\)|["“„«]([^"“”„«»]{2,60})["”“»]/g),
    ([, bracketed, quoted]) => bracketed ?? quoted ?? '',
  )
    .filter((text) => !/^(?:e\.?g|i\.?e|such as|for example|if |z\.b|p\.ex)/i.test(text))
    .flatMap((text) => text.split(/[,;/]| or | oder | ou | o /))
    .map(phraseOf)
    .filter((phrase) => phrase.join('').length > 2 && phrase.length <= 6)
