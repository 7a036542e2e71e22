import type { AnswerReader } from '../../answer-reader.ts'
import { explanationsIn } from '../../http-failure.ts'
import { answerReader } from '../../read-answer.ts'
import { FinishedOperation, AzureOperation } from './azure-document-intelligence-answer-shape.ts'
import { azureDeclaration } from './declaration.ts'
import { problemIn } from './azure-document-intelligence-problems.ts'
import { azureToAnswer } from './azure-document-intelligence-to-answer.ts'

const { name } = azureDeclaration

const readOperation = answerReader(name, AzureOperation)
const readFinishedAzureOperation = answerReader(name, FinishedOperation)

export const azureReader: AnswerReader = {
  looks: {
    operation: (body) => ({
      status: readOperation(body).status,
      problem: problemIn(body),
      explanations: explanationsIn(body),
    }),
    figures: (body) =>
      (readFinishedAzureOperation(body).analyzeResult.figures ?? []).flatMap(({ id }) => (id ? [id] : [])),
  },
  read: ([raw], { files }) =>
    azureToAnswer(readFinishedAzureOperation(raw).analyzeResult, {
      vendor: name,
      raw,
      findFile: (id) => ({ data: files.get(id) ?? null }),
    }),
}
