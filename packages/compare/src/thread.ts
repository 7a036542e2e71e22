export { agreeApart, type ReadingApart } from './agree-apart.ts'
