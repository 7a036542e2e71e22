import { readerFor } from '../reader.ts'
import { anthropicDeclaration } from './declaration.ts'

export const anthropicReader = readerFor(anthropicDeclaration.name)
