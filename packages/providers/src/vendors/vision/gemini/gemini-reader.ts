import { readerFor } from '../vision-reader.ts'
import { geminiDeclaration } from './declaration.ts'

export const geminiReader = readerFor(geminiDeclaration.name)
