import { itemAt } from '@polyparse/document/items'
import { type ClassificationTerms, isGeneralKind, widerKind } from './label-terms.ts'
import type { Clue, PageSupport, Support } from './page-evidence.ts'

/** The label of some pages, or the decision that none is certain enough. */
export type LabelDecision = {
  /** Its place among the labels of the request; null for none. */
  readonly label: number | null
  /** 0–1. */
  readonly confidence: number
  /** The degree to which a title tells it, 0–1. */
  readonly title: number
  readonly clues: readonly Clue[]
}

/** The confidence from which a label is given. */
const leastConfidence = 0.5
/** Two signs of a narrower kind make a document one of it, although its title is that of the wider one. */
const narrowSigns = 0.35
/** The weight of a name that many documents have against another one. */
const generalShare = 0.5
/** A title says what a document is from this value on. */
export const clearTitle = 0.6
/** The weight of signs of another kind against a clear title: an order has those of an invoice too. */
const signsAgainstTitle = 0.5

const undecided: LabelDecision = { label: null, confidence: 0, title: 0, clues: [] }

/** The label for which most speaks, as sure as little speaks for others. */
export const decideLabel = (support: PageSupport, terms: ClassificationTerms): LabelDecision => {
  const labels = withoutWiderTitles(support, terms)
  const best = labels.reduce((most, { score }, index) => (score > (labels[most]?.score ?? -1) ? index : most), 0)
  const { score, title, clues } = itemAt(labels, best)
  const isTitled = title >= clearTitle
  const against = (rival: Support, isGeneral: boolean): number =>
    (isGeneral ? generalShare : 1) * (isTitled ? Math.max(rival.title, signsAgainstTitle * rival.score) : rival.score)
  const isGeneralLabel = (index: number): boolean =>
    [...itemAt(terms.labels, index).kinds].some((kind) => isGeneralKind[kind] === true)
  const rival = Math.max(
    0,
    ...labels.map((other, index) =>
      index === best ? 0 : against(other, isGeneralLabel(index) && isTitled && !isGeneralLabel(best)),
    ),
    ...Array.from(support.others, ([kind, other]) => against(other, isGeneralKind[kind] === true)),
  )
  const confidence = Math.round(score * (1 - rival ** 2) * 1000) / 1000
  return rival >= score || confidence < leastConfidence ? undecided : { label: best, confidence, title, clues }
}

/** Returns the evidence for each label, without titles of a wider kind where there are signs of a narrower one. */
const withoutWiderTitles = ({ labels }: PageSupport, terms: ClassificationTerms): Support[] => {
  const outdone = new Set<number>()
  for (const [index, { kinds }] of terms.labels.entries())
    for (const kind of kinds) {
      const wider = widerKind[kind]
      if (wider !== undefined && itemAt(labels, index).signs >= narrowSigns) outdone.add(wider)
    }
  return labels.map((support, index) =>
    [...itemAt(terms.labels, index).kinds].some((kind) => outdone.has(kind))
      ? { ...support, title: 0, score: support.signs }
      : support,
  )
}
