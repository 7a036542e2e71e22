export { agree } from './agree.ts'
export { type ProviderReading, type Reading, readingOf } from './reading.ts'
