import { outlineOf, pagesOfTree } from '../../marker-pages.ts'
import type { AnswerReader } from '../../answer-reader.ts'
import { answerReader, unusableAnswer } from '../../read-answer.ts'
import { MarkerConversion, MarkerTree } from './marker-answer-shape.ts'
import { markerDeclaration } from './declaration.ts'

const { name } = markerDeclaration

const readMarkerConversion = answerReader(name, MarkerConversion)
const readTree = answerReader(name, MarkerTree)

const treeIn = (output: string): MarkerTree => {
  try {
    return readTree(JSON.parse(output))
  } catch (error) {
    if (error instanceof SyntaxError) throw unusableAnswer(name, 'an output that is not JSON')
    throw error
  }
}

export const markerReader: AnswerReader = {
  looks: {
    failed: (body) => {
      const { success, error } = readMarkerConversion(body)
      return success ? null : { error: error ?? '' }
    },
  },
  read: ([raw], { survey }) => {
    const { output, metadata } = readMarkerConversion(raw)
    return {
      pages: pagesOfTree(treeIn(output ?? '').children, survey.pages),
      outline: outlineOf(metadata?.table_of_contents ?? []),
      raw,
    }
  },
}
