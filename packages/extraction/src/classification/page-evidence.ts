import { itemAt } from '@polyparse/document/items'
import { labelScore } from '../labels/labels.ts'
import { foldText } from '../values/fold.ts'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import { type ClassificationTerms, type LabelSubject, widerKind } from './label-terms.ts'
import { type LinedPage, type PageLine, prominenceInText } from './page-lines.ts'
import { phraseAt } from './phrases.ts'

/** Words of a page that speak for a label, and how much, 0–1. */
export type Clue = { readonly first: number; readonly last: number; readonly weight: number; readonly page: number }

/** The evidence for one label or kind. */
export type Support = {
  /** That a title says it. */
  readonly title: number
  /** That it is like this in all. */
  readonly score: number
  /** Evidence from what is printed on such documents, without the title. */
  readonly signs: number
  readonly clues: readonly Clue[]
}

/** The evidence for each label, and for kinds that no label means. */
export type PageSupport = { readonly labels: readonly Support[]; readonly others: ReadonlyMap<number, Support> }

/* The weight of a sign of several words, and of one word, which other texts have, too. */
const signWeight = 0.35
const wordSignWeight = 0.2
/** That of a word of a description. */
const descriptionWeight = 0.12
/** Signs and words without a title say no more than that. */
const mostBySigns = 0.85
const mostByWords = 0.4
/** The weight of a title that is the name alone. */
const nameWeight = 0.95
/** The same where the name is one word that is no usual kind of documents, such as `order`. */
const wordNameWeight = 0.7
/** The share of a title that a name has which it begins, such as `Invoice for …`. */
const shareAtStart = 0.8

/** The same of a name of several words within a title, such as `Consolidated statements of operations`. */
const shareOfSeveral = 0.75

type Found = { title: Clue | null; signs: Map<string, Clue>; words: Map<string, Clue> }

const nothing = (): Found => ({ title: null, signs: new Map(), words: new Map() })

/** Collects the evidence of the words of pages for each label. */
export const supportOfPages = (
  pages: readonly LinedPage[],
  reading: IndexedReading,
  terms: ClassificationTerms,
): PageSupport => {
  const labels = terms.labels.map(nothing)
  const kinds = new Map<number, Found>()
  const foundOf = (subject: LabelSubject): Found => {
    if ('label' in subject) return itemAt(labels, subject.label)
    const known = kinds.get(subject.kind) ?? nothing()
    kinds.set(subject.kind, known)
    return known
  }
  for (const { page, lines } of pages)
    for (const line of lines) {
      const from = reading.firstTokens[line.first] ?? reading.tokens.length
      const to = reading.firstTokens[line.last + 1] ?? reading.tokens.length
      collectOfLine({ line, page, from, to }, reading, terms, foundOf)
    }
  return supported(labels, kinds, terms)
}

type PlacedLine = { readonly line: PageLine; readonly page: number; readonly from: number; readonly to: number }

const collectOfLine = (
  { line, page, from, to }: PlacedLine,
  reading: IndexedReading,
  terms: ClassificationTerms,
  foundOf: (subject: LabelSubject) => Found,
): void => {
  const { tokens } = reading
  const telling = tokens.slice(from, to).filter(({ text }) => !/\d/.test(text)).length
  let namedUntil = -1
  for (let at = from; at < to; at += 1) {
    const name = at > namedUntil ? phraseAt(at, reading, terms.names) : null
    const sign = phraseAt(at, reading, terms.signs)
    if (name !== null) namedUntil = name.last
    // `Invoice date` and `Bank:` are labels of values.
    if (name !== null && !(sign !== null && sign.last > name.last)) {
      const prominence = isFollowedByColon(name.last, reading) ? prominenceInText : line.prominence
      const count = name.last - name.first + 1
      const share = count / Math.max(1, telling)
      for (const owner of name.owners) {
        const isWord = 'label' in owner && count === 1
        const least = isWord ? 0 : at === from ? shareAtStart : count > 1 ? shareOfSeveral : 0
        const weight = (isWord ? wordNameWeight : nameWeight) * prominence * Math.min(1, Math.max(share, least))
        const found = foundOf(owner)
        if (found.title === null || found.title.weight < weight)
          found.title = clueOf(name.first, name.last, weight, page, reading)
      }
    }
    // One word says something where it begins a line, such as a label, and nothing in a sentence.
    if (sign !== null && (sign.last > sign.first || (at === from && telling <= 6))) {
      const weight = sign.last > sign.first ? signWeight : wordSignWeight
      const clue = clueOf(sign.first, sign.last, weight, page, reading)
      const key = tokens
        .slice(sign.first, sign.last + 1)
        .map(({ text }) => text)
        .join(' ')
      for (const owner of sign.owners) if (!foundOf(owner).signs.has(key)) foundOf(owner).signs.set(key, clue)
    }
    const { text } = itemAt(tokens, at)
    const label = terms.words.get(text)
    if (label !== undefined) {
      const { words } = foundOf({ label })
      if (!words.has(text)) words.set(text, clueOf(at, at, descriptionWeight, page, reading))
    }
  }
  if (line.prominence > prominenceInText && to > from)
    collectInOtherWords({ line, page, from, to }, reading, terms, foundOf)
}

/** A title that says the name of a label which is no usual kind in other words. */
const collectInOtherWords = (
  { line, page, from, to }: PlacedLine,
  reading: IndexedReading,
  terms: ClassificationTerms,
  foundOf: (subject: LabelSubject) => Found,
): void => {
  const texts = reading.tokens.slice(from, to).map(({ text }) => text)
  if (texts.some((_, index) => isFollowedByColon(from + index, reading))) return
  const telling = texts.filter((text) => !/\d/.test(text)).length
  for (const [label, { ownName }] of terms.labels.entries()) {
    if (ownName === null || ownName.groups.length === 0 || labelScore(ownName, texts) < 1) continue
    const weight = synonymWeight * line.prominence * Math.min(1, ownName.groups.length / Math.max(1, telling))
    const found = foundOf({ label })
    if (found.title === null || found.title.weight < weight)
      found.title = { first: line.first, last: line.last, weight, page }
  }
}

/** The weight of a title that says the name in other words. */
const synonymWeight = 0.7

const isFollowedByColon = (token: number, { tokens, words }: IndexedReading): boolean => {
  const { word, end } = itemAt(tokens, token)
  const text = foldText(itemAt(words, word).text).slice(end)
  return text.startsWith(':') || (text === '' && words[word + 1]?.text === ':')
}

const clueOf = (first: number, last: number, weight: number, page: number, { tokens }: IndexedReading): Clue => ({
  first: itemAt(tokens, first).word,
  last: itemAt(tokens, last).word,
  weight,
  page,
})

const together = (weights: Iterable<number>): number => {
  let rest = 1
  for (const weight of weights) rest *= 1 - weight
  return 1 - rest
}

const supportOf = (...found: readonly (Found | undefined)[]): Support => {
  const titles = found.flatMap((one) => one?.title ?? [])
  const signs = [...new Map(found.flatMap((one) => [...(one?.signs ?? [])])).values()]
  const words = found.flatMap((one) => [...(one?.words.values() ?? [])])
  const title = titles.reduce((most, { weight }) => Math.max(most, weight), 0)
  const bySigns = Math.min(mostBySigns, together(signs.map(({ weight }) => weight)))
  const byWords = Math.min(mostByWords, together(words.map(({ weight }) => weight)))
  return {
    title,
    signs: bySigns,
    score: together([title, Math.min(mostBySigns, together([bySigns, byWords]))]),
    clues: [...titles, ...signs, ...words].toSorted((one, other) => other.weight - one.weight),
  }
}

const supported = (
  labels: readonly Found[],
  kinds: ReadonlyMap<number, Found>,
  terms: ClassificationTerms,
): PageSupport => {
  const meant = new Set(terms.labels.flatMap(({ kinds: ofLabel }) => [...ofLabel]))
  const others = [...kinds]
    .filter(([kind]) => !meant.has(kind))
    .map(([kind, found]) => [kind, supportOf(found)] as const)
  return {
    labels: terms.labels.map(({ kinds: ofLabel }, index) =>
      supportOf(labels[index], ...[...ofLabel].map((kind) => kinds.get(kind))),
    ),
    // A narrower kind speaks for the wider one: it is no rival of it.
    others: new Map(others.filter(([kind]) => !meant.has(widerKind[kind] ?? -1))),
  }
}
