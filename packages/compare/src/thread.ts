export { agreeInThread, type StoredReading } from './agree-in-thread.ts'
