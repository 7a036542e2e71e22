export { agree } from './agree.ts'
export { type ProviderReading, type Reading, readingOf, type ReadingTable } from './reading.ts'
export { teds } from './agreement/teds.ts'
