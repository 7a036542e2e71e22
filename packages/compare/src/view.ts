/* The parts of a view of a comparison: those of the report that the web app draws itself. Runs in browsers. */

// The document and its providers.
export {
  anchors,
  comparedDocument,
  type ComparedDocument,
  counterpartOf,
  meanAgreement,
  type NumberedDispute,
  type ParsedProvider,
  parsedProviders,
  providersOfResults,
  type ReportedProvider,
} from './view/compared-document.ts'
export { hueOfProvider } from './view/provider-hue.ts'

// Cost and time a page.
export { pageCostOf, pageCostText, pageTimeText } from './view/a-page.ts'

// Verdicts, levels and colours.
export { heatOf, kindNames, noRecommendationReason, recommendationGap, severityLevel } from './view/labels.ts'
export { decidedBy, shownVerdict, type ShownVerdict } from './view/shown-verdict.ts'

// The texts side by side, and what is marked in them.
export { type Decorations, decorationsOf, decoratedPieces, type TextPiece } from './view/texts/decorations.ts'
export { differingStretches } from './view/texts/differing-stretches.ts'
export {
  type LaidOut,
  type LaidOutColumn,
  type LaidOutPage,
  layoutOf,
  layOutReport,
  type ReportLayout,
} from './view/texts/lay-out.ts'
export { newWorkBudget, type WorkBudget } from './view/texts/pair-words.ts'
export { partsOfUnit, type TableUnit, type PageUnit } from './view/texts/text-page.ts'
export { viewLimits } from './view/parameters.ts'
