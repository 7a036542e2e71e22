import { readerFor } from '../reader.ts'
import { geminiDeclaration } from './declaration.ts'

export const geminiReader = readerFor(geminiDeclaration.name)
