import type { ReadingPortion } from '../model/portions.ts'
import { type AskedPart, type PortionQuestion, questionAbout } from '../model/question.ts'
import type { ClassificationLabel } from './labels.ts'

type Asked = AskedPart & {
  /** The extent of a label: the whole document, or each of its pages. */
  readonly by?: 'document' | 'pages' | undefined
}

/** Passages that a model copies for one label. */
const maxWords = 3

/** The question which labels a portion of a document has; the same for the same portion. */
export const classificationQuestion = (
  labels: readonly ClassificationLabel[],
  portion: ReadingPortion,
  { by = 'document', ...asked }: Asked,
): PortionQuestion => {
  const label = { enum: [...labels.map(({ name }) => name), null] }
  const words = { type: 'array', items: { type: 'string' } }
  const schema = objectOf(
    by === 'document'
      ? { label, words }
      : {
          pages: {
            type: 'array',
            items: objectOf({ page: { type: 'integer' }, label, begins: { type: 'boolean' }, words }),
          },
        },
  )
  return questionAbout(portion, asked, {
    schema,
    task: [
      `Say which one of these labels ${by === 'document' ? 'the document below has' : 'each page of the document below has'}:`,
      JSON.stringify(
        labels.map(({ name, description }) => ({ name, ...(description !== undefined && { description }) })),
      ),
      `A label that is not clear is null: never guess. \`words\` are at most ${maxWords} short passages, copied as they are printed, that show the label.`,
      ...(by === 'pages'
        ? [
            'Several documents may follow each other. `begins` says whether a document begins on the page; a page that continues one has its label.',
          ]
        : []),
      'Answer with a JSON object of this JSON Schema and nothing else:',
      JSON.stringify(schema),
    ],
  })
}

const objectOf = (properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
