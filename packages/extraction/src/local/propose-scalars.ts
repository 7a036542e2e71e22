import { type LeafSchema, leavesOf, type ObjectSchema } from '../schema/extraction-schema.ts'
import { foldText, tokensOfFolded } from '../values/fold.ts'
import { wordsWithoutMeaning } from '../labels/concepts.ts'
import { type LabelIndex, labelScore } from '../labels/labels.ts'
import type { LabelledText } from './pairs.ts'
import { isDayLeaf, typedValue, type WritingHabits } from './typed-values.ts'

/** The score from which on a leaf's label matches one on the page. */
const leastScore = 0.72
/** The best value must be better than another by so much. */
const leastLead = 0.06

type Proposal = { readonly value: string | number; readonly score: number }

/** Values for the leaves outside of arrays, by their names; only those that no other label or leaf claims. */
export const proposeScalars = (
  schema: ObjectSchema,
  labels: LabelIndex,
  pairs: readonly LabelledText[],
  habits: WritingHabits,
): Map<string, string | number> => {
  const leaves = leavesOf(schema).flatMap(({ path, leaf }) =>
    path.includes('[]') ? [] : [{ names: path.join('/'), leaf }],
  )
  const known = knownWords(leaves.map(({ leaf, names }) => `${names} ${leaf.description}`))
  const byLabel = Map.groupBy(pairs, ({ label, context = [] }) => `${label.join(' ')}|${context.join(' ')}`)
  const best = new Map<string, Proposal[]>()
  for (const [text, ofLabel] of byLabel) {
    const [tokens = [], context = []] = text.split('|').map((part) => part.split(' ').filter((word) => word !== ''))
    // A text without a word, or with an amount, is itself a value.
    if (!tokens.some((token) => /\p{L}{2}/u.test(token)) || tokens.some((token) => /^\d{2,}$/.test(token))) continue
    const claims = leaves
      .map(({ names, leaf }) => ({ names, leaf, score: scoreOf(labels, names, tokens, known.get(names), context) }))
      .filter(({ score }) => score >= leastScore)
      .toSorted((a, b) => b.score - a.score)
    const [first, second] = claims
    if (first === undefined) continue
    // A label that says two things, such as name and address, is neither.
    for (const claim of claims) {
      if (claim.score < first.score) break
      if (second !== undefined && second.score > first.score - leastLead && !differInType(claims)) break
      for (const { value, bond } of ofLabel) {
        if ((bond < leastBond || claim.score < leastTextScore) && !isTelling(claim.leaf)) continue
        const typed = typedValue(value, claim.leaf, habits)
        if (typed === null || /^\(|^\p{Ll}/u.test(value) || isLabel(value, leaves, labels, known)) continue
        const list = best.get(claim.names) ?? []
        list.push({ value: typed, score: claim.score * bond })
        best.set(claim.names, list)
      }
    }
  }
  return new Map(
    [...best].flatMap(([names, proposals]): [string, string | number][] => {
      const value = decide(proposals)
      return value === null ? [] : [[names, value]]
    }),
  )
}

/**
 * The certainty with which a text without a form of its own must belong to a label: labels are beside and below other
 * labels.
 */
const leastBond = 0.95
const leastTextScore = 0.85

/** Tells whether a leaf's values differ from labels by their form. */
const isTelling = (leaf: LeafSchema): boolean =>
  leaf.type !== 'string' || leaf.enum !== null || isDayLeaf(leaf) || leaf.format !== null

const differInType = (claims: readonly { readonly leaf: LeafSchema; readonly score: number }[]): boolean => {
  const [first, second] = claims
  return (
    first !== undefined && second !== undefined && (first.leaf.type === 'string') !== (second.leaf.type === 'string')
  )
}

const scoreOf = (
  labels: LabelIndex,
  names: string,
  tokens: readonly string[],
  words: ReadonlySet<string> | undefined,
  context: readonly string[] = [],
): number => {
  const label = labels.get(names)
  if (label === undefined) return 0
  // The context tells less than the label itself, which must match in part.
  const recall = context.length === 0 ? labelScore(label, tokens) : 0.97 * labelScore(label, [...tokens, ...context])
  if (context.length > 0 && labelScore(label, tokens) === 0) return 0
  if (recall < leastScore) return 0
  // Words of the label beyond the leaf's name may make it another value: `invoice date` is no `date`.
  const foreign = tokens.filter(
    (token) =>
      !wordsWithoutMeaning.has(token) &&
      labelScore({ groups: label.groups, phrases: [] }, [token]) === 0 &&
      words?.has(token) !== true,
  )
  const isPhrase = label.phrases.some((phrase) => phrase.join(' ') === tokens.join(' '))
  const strange = context.filter(
    (word) => labelScore({ groups: label.groups, phrases: [] }, [word]) === 0 && words?.has(word) !== true,
  )
  return isPhrase
    ? 1
    : recall * (1 - 0.5 * (foreign.length / tokens.length)) * (1 - 0.2 * (strange.length / Math.max(1, context.length)))
}

/** The words of the name and description of each leaf. */
const knownWords = (texts: readonly string[]): Map<string, ReadonlySet<string>> =>
  new Map(
    texts.map((text) => [
      text.split(' ', 1)[0] ?? '',
      new Set(tokensOfFolded(foldText(text)).map((token) => token.text)),
    ]),
  )

/** Tells whether a value is itself the label of another leaf. */
const isLabel = (
  value: string,
  leaves: readonly { readonly names: string }[],
  labels: LabelIndex,
  known: ReadonlyMap<string, ReadonlySet<string>>,
): boolean => {
  const tokens = tokensOfFolded(foldText(value)).map(({ text }) => text)
  // Or begins with one, and goes on with that one's value.
  const prefixes = Array.from({ length: Math.min(5, tokens.length) }, (_, count) => tokens.slice(0, count + 1))
  return prefixes.some(
    (prefix) =>
      (prefix.length > 1 || tokens.length === 1) &&
      !prefix.some((token) => /\d/.test(token)) &&
      leaves.some(({ names }) => scoreOf(labels, names, prefix, known.get(names)) >= 0.9),
  )
}

/** The best value, if no other is nearly as good. */
const decide = (proposals: readonly Proposal[]): string | number | null => {
  const scores = new Map<string | number, number>()
  for (const { value, score } of proposals) scores.set(value, Math.max(scores.get(value) ?? 0, score))
  const [best, next] = [...scores].toSorted(([, a], [, b]) => b - a)
  if (best === undefined || best[1] < 0.6) return null
  return next !== undefined && next[1] > best[1] - leastLead ? null : best[0]
}
