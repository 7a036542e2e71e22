import { Check } from '@polyparse/document/typebox/value'
import type { AnswerReader } from '../answer-reader.ts'
import { explanationsIn } from '../http-failure.ts'
import { answerReader } from '../read-answer.ts'
import { Conversion, ConversionState, FailedTask } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const { name } = declaration

const readState = answerReader(name, ConversionState)
const readConversion = answerReader(name, Conversion)

export const reader: AnswerReader = {
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
      const { status, errors } = readState(body)
      const components = (errors ?? []).flatMap(({ component_type: component }) => component ?? [])
      return { status, failure: null, components, explanations: explanationsIn(body) }
    },
  },
  read: ([raw], { request }) =>
    toAnswer(readConversion(raw), { vendor: name, raw, isPdf: request.source.mediaType === 'application/pdf' }),
}
