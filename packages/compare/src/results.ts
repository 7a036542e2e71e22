/* Two results of one document, such as runs over time, compared as they are stored. Runs in browsers. */

export { comparableResults, haveSameText } from './comparable-results.ts'
export { differencesBetween } from './differences-between.ts'
export { type Kind, kindChanges } from './kind-changes.ts'
export { readingOfResult } from './reading-of-result.ts'
export type { Reading } from './reading.ts'
