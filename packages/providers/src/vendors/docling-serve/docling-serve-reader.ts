import { Check } from '@polyparse/document/typebox/value'
import type { AnswerReader } from '../../answer-reader.ts'
import { explanationsIn } from '../../http-failure.ts'
import { answerReader } from '../../read-answer.ts'
import { DoclingServeConversion, ConversionState, FailedTask } from './docling-serve-answer-shape.ts'
import { doclingServeDeclaration } from './declaration.ts'
import { doclingServeToAnswer } from './docling-serve-to-answer.ts'

const { name } = doclingServeDeclaration

const readDoclingConversionState = answerReader(name, ConversionState)
const readDoclingConversion = answerReader(name, DoclingServeConversion)

export const doclingServeReader: AnswerReader = {
  looks: {
    /** Either the state of a conversion, or the failure of a task that made none. */
    outcome: (body) => {
      if (Check(FailedTask, body))
        return {
          status: null,
          failure: body.failure ?? null,
          components: [],
          explanations: explanationsIn(body.failure),
        }
      const { status, errors } = readDoclingConversionState(body)
      const components = (errors ?? []).flatMap(({ component_type: component }) => component ?? [])
      return { status, failure: null, components, explanations: explanationsIn(body) }
    },
  },
  read: ([raw], { request }) =>
    doclingServeToAnswer(readDoclingConversion(raw), {
      vendor: name,
      raw,
      isPdf: request.source.mediaType === 'application/pdf',
    }),
}
