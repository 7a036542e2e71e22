import type { AnswerReader } from '../../answer-reader.ts'
import { answerReader } from '../../read-answer.ts'
import { googleLayoutParts, KeptPortions, Processed } from './google-document-ai-answer-shape.ts'
import { googleDocumentAiDeclaration } from './declaration.ts'
import { googleDocumentAiToAnswer } from './google-document-ai-to-answer.ts'

const { name } = googleDocumentAiDeclaration

const readProcessed = answerReader(name, Processed, googleLayoutParts)
const readPortions = answerReader(name, KeptPortions, googleLayoutParts)

export const googleDocumentAiReader: AnswerReader = {
  /** Tells whether an answer can be kept, to be read with the others. */
  looks: { usable: (answer) => readProcessed(answer) !== null },
  read: ([raw], facts) => {
    const portions = readPortions(raw)
    const version = portions.find((portion) => portion.version)?.version ?? null
    return googleDocumentAiToAnswer(
      portions.flatMap(({ parts }) => parts),
      { vendor: name, version, facts },
    )
  },
}
