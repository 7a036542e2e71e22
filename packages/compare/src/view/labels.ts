import type { DisputeKind } from '@polyparse/contract'
import { parsedProviders, type ComparedDocument } from './compared-document.ts'
import { heatLevels, severityLevels } from './parameters.ts'

/** The kinds of disputes as readers see them. */
export const kindNames: Readonly<Record<DisputeKind, string>> = {
  number: 'Number',
  date: 'Date',
  table: 'Table',
  missing: 'Missing',
  unmatched: 'Only in one',
  order: 'Order',
  text: 'Wording',
}

/**
 * A severity from 0 to 1 in three dots, and in a word that is also a class of the style sheet.
 *
 * @example severityLevel(0.5) // { dots: '●●○', name: 'notable' }
 */
export const severityLevel = (severity: number) => {
  if (severity >= severityLevels.serious) return { dots: '●●●', name: 'serious' } as const
  return severity >= severityLevels.notable
    ? ({ dots: '●●○', name: 'notable' } as const)
    : ({ dots: '●○○', name: 'minor' } as const)
}

/**
 * The class for the background of a share from 0 to 1: from `heat-0` for the least agreement to `heat-4` for the most.
 * @example heatOf(0.97) // 'heat-3'
 */
export const heatOf = (share: number): string => {
  const level = heatLevels.findIndex((min) => share >= min)
  return `heat-${level === -1 ? 0 : heatLevels.length - level}`
}

/** Returns why a document has no recommendation, where its result does not say so; to be asked for such a document only. */
export const recommendationGap = (document: ComparedDocument): keyof typeof gapReasons => {
  if (parsedProviders(document).length === 0) return 'nothingParsed'
  return document.result.agreement === undefined ? 'notCompared' : 'tooLittleEvidence'
}

const gapReasons = {
  nothingParsed: 'No provider parsed the document.',
  notCompared: 'The readings were not compared with each other.',
  tooLittleEvidence: 'There is too little evidence to prefer one of the providers.',
}

/** The same as an English sentence, or what the result says. */
export const noRecommendationReason = (document: ComparedDocument): string =>
  document.result.agreement?.recommendationNote ?? gapReasons[recommendationGap(document)]
