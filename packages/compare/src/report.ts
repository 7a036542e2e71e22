export {
  type BenchReport,
  type BenchDocument,
  type BenchRow,
  type ComparedBenchDocument,
  isCompared,
} from './report/bench.ts'
export { benchReport } from './report/bench-report.ts'
export { type BenchSummary, benchSummary } from './report/bench-summary.ts'
export { compareReport, type ReportedComparison } from './report/compare-report.ts'
export { pageCostOf, pageCostText, pageTimeText } from './report/a-page.ts'
export { meanAgreement } from './report/compared-document.ts'
export { judgedSentence } from './report/judged-sentence.ts'
