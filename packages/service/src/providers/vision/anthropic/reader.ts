import { readerFor } from '../reader.ts'
import { declaration } from './declaration.ts'

export const reader = readerFor(declaration.name)
