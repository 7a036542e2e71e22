import { readerFor } from '../vision-reader.ts'
import { anthropicDeclaration } from './declaration.ts'

export const anthropicReader = readerFor(anthropicDeclaration.name)
