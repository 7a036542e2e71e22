export { agree } from './agree.ts'
export { type Family, type ProviderReading, type Reading, readingOf, type ReadingTable } from './reading.ts'
export { type BetterReading, betterReading, type Faults } from './recommendation/better-reading.ts'
export { teds } from './agreement/teds.ts'
