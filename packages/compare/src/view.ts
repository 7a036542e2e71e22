/* What a view of a comparison is made of: the parts of the report that the web app draws itself. Runs in browsers. */

// The document and its providers.
export {
  type ComparedDocument,
  comparedDocument,
  counterpartOf,
  huesOf,
  meanAgreement,
  type NumberedDispute,
  parsedProviders,
  type ParsedProvider,
  type ReportedProvider,
} from './report/compared-document.ts'

// Cost and time a page.
export { pageCostOf } from './report/a-page.ts'

// Verdicts, levels and colours.
export { heatOf, recommendationGap, severityLevel } from './report/labels.ts'
export { shownVerdict, type ShownVerdict } from './report/shown-verdict.ts'

// The texts side by side, and what is marked in them.
export { type Decorations, decorationsOf, decoratedPieces, type TextPiece } from './report/texts/decorations.ts'
export { differingStretches } from './report/texts/differing-stretches.ts'
export { type LaidOutColumn, type LaidOutPage, type ReportLayout, layoutOf } from './report/texts/lay-out.ts'
export { newWorkBudget } from './report/texts/pair-words.ts'
export { partsOfUnit, type TableUnit, type PageUnit } from './report/texts/text-page.ts'
