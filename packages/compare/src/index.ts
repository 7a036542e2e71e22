export { agree } from './agree.ts'
export { type Family, type ProviderReading, type Reading, readingOf, type ReadingTable } from './reading.ts'
export { betterPages } from './better-pages.ts'
export { teds } from './agreement/teds.ts'
