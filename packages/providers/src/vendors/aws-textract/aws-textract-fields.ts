import { union } from '@polyparse/document'
import type { AnswerField } from '../../answer.ts'
import type { TextractBlock } from './aws-textract-answer-shape.ts'
import { boxOfGeometry, isTick, textOfTextractBlock, type Graph } from './graph.ts'

/** The labels of a form that have a value. */
export const textractFieldsOfPage = (onPage: readonly TextractBlock[], graph: Graph): AnswerField[] =>
  onPage
    .filter(({ BlockType: type, EntityTypes: roles }) => type === 'KEY_VALUE_SET' && roles?.includes('KEY') === true)
    .flatMap((key) => {
      const values = graph.related(key, 'VALUE')
      const leaves = values.flatMap((value) => graph.leaves(value))
      const value = textOfTextractBlock(leaves)
      if (value === '') return []
      return [
        {
          label: textOfTextractBlock(graph.leaves(key)).replace(/[\s:]+$/, ''),
          value,
          kind: leaves.every(isTick) ? 'checkbox' : 'pair',
          box: union([key, ...values].map(boxOfGeometry).filter((each) => each !== null)),
        },
      ]
    })
