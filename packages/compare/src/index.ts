export { agree } from './agree.ts'
export { type Reading, readingOf, type ReadingTable } from './reading.ts'
export { teds } from './tables/teds.ts'
