export { agree } from './agree.ts'
export { type Reading, readingOf } from './reading.ts'
