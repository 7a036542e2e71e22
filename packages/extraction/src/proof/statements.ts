import { type LabelIndex, labelNearby } from '../labels/labels.ts'
import type { IndexedReading } from '../reading/indexed-reading.ts'
import type { WordLayout } from '../reading/layout-of-words.ts'
import { foldText } from '../values/fold.ts'
import type { ProposedLeaf } from './leaf-values.ts'

const yes = new Set(['yes', 'y', 'true', 'ja', 'j', 'oui', 'si', 's', 'sim', 'x', '☑', '☒', '✓', '✔', '✗', '[x]'])
const no = new Set(['no', 'n', 'false', 'nein', 'non', 'nao', 'nee', '☐', '□'])

/** The share of a label that must be beside a yes or no. */
const leastLabel = 0.6
/** Words that are looked at: a page is full of such words, and each has its surroundings searched. */
const maxStatements = 500

/**
 * The word beside a leaf's label that says what a boolean says, as its index, with the share of the label; null where there is
 * none. Elsewhere such words prove nothing.
 */
export const statementNear = (
  leaf: ProposedLeaf,
  value: boolean,
  reading: IndexedReading,
  layout: WordLayout,
  labels: LabelIndex,
): { readonly word: number; readonly label: number } | null => {
  const wanted = value ? yes : no
  let best: { readonly word: number; readonly label: number } | null = null
  let count = 0
  for (const [word, { text }] of reading.words.entries()) {
    if (text.length > 5 || !wanted.has(foldText(text).replace(/[.,;]$/, ''))) continue
    count += 1
    if (count > maxStatements) break
    const label = labelNearby(leaf, word, reading, layout, labels)
    if (label >= leastLabel && label > (best?.label ?? 0)) best = { word, label }
  }
  return best
}
