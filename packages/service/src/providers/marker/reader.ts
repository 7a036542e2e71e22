import { outlineOf, pagesOfTree } from '../marker-pages.ts'
import type { AnswerReader } from '../answer-reader.ts'
import { answerReader, unusableAnswer } from '../read-answer.ts'
import { Conversion, Tree } from './answer-shape.ts'
import { declaration } from './declaration.ts'

const { name } = declaration

const readConversion = answerReader(name, Conversion)
const readTree = answerReader(name, Tree)

const treeIn = (output: string): Tree => {
  try {
    return readTree(JSON.parse(output))
  } catch (error) {
    if (error instanceof SyntaxError) throw unusableAnswer(name, 'an output that is not JSON')
    throw error
  }
}

export const reader: AnswerReader = {
  looks: {
    failed: (body) => {
      const { success, error } = readConversion(body)
      return success ? null : { error: error ?? '' }
    },
  },
  read: ([raw], { survey }) => {
    const { output, metadata } = readConversion(raw)
    return {
      pages: pagesOfTree(treeIn(output ?? '').children, survey.pages),
      outline: outlineOf(metadata?.table_of_contents ?? []),
      raw,
    }
  },
}
