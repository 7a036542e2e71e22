export { benchReport } from './report/bench-report.ts'
export { type BenchSummary, summaryOf } from './report/bench-summary.ts'
export { type Bench, isCompared } from './report/bench.ts'
export { compareReport } from './report/compare-report.ts'
export {
  agreementOf,
  type ComparedDocument,
  comparedDocument,
  huesOf,
  type NumberedDispute,
  parsedOf,
  type ParsedProvider,
  type ReportedProvider,
} from './report/compared-document.ts'
export { duration, grouped, listed, many, mean, percent } from './report/markup/format.ts'
export { weightOf } from './report/parts/dispute-view.ts'
export { kindNames } from './report/parts/kinds.ts'
export { heatOf } from './report/parts/pairs-view.ts'
export { counterpartOf } from './report/parts/side-marks.ts'
export { whyNone } from './report/parts/verdict-view.ts'
export { type Decorations, decorationsOf, type Piece, piecesOf } from './report/texts/decorations.ts'
export { differingStretches } from './report/texts/differing-stretches.ts'
export { newEffort } from './report/texts/effort.ts'
export { type LaidOutColumn, type LaidOutPage, type Layout, layoutOf } from './report/texts/lay-out.ts'
export type { TableUnit, Unit } from './report/texts/text-page.ts'
