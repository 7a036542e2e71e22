import type { Answer } from '../../answer.ts'
import type { AnswerReader } from '../../answer-reader.ts'
import { originalPage } from '../../cut-pages.ts'
import { vendorFailure } from '../../http-failure.ts'
import { answerReader } from '../../read-answer.ts'
import { pagesOfSurvey } from '../../survey.ts'
import { Results, TaskResult } from './mineru-answer-shape.ts'
import { mineruBlocks } from './mineru-blocks.ts'
import { itemsOfResults } from './content-list.ts'
import { mineruDeclaration } from './declaration.ts'
import type { MineruItem } from './item.ts'
import { itemsOfTask } from './structured-content.ts'

const { name } = mineruDeclaration
const readResults = answerReader(name, Results)
const readMineruTaskResult = answerReader(name, TaskResult)

type MineruAnswer = { readonly items: readonly MineruItem[]; readonly model: string }

/** The answer of either generation. */
const readEither = (raw: unknown): MineruAnswer => {
  if (typeof raw !== 'object' || raw === null || !('results' in raw)) {
    const task = readMineruTaskResult(raw)
    return { items: itemsOfTask(task), model: task.tier ?? '' }
  }
  const results = readResults(raw)
  const items = itemsOfResults(results)
  if (items === null) throw vendorFailure(name, 'failed', { notAccepted: true })
  return { items, model: [results.backend, results.version].filter(Boolean).join(' ') }
}

export const mineruReader: AnswerReader = {
  read: ([raw], { request, survey }): Answer => {
    const { items, model } = readEither(raw)
    const original = originalPage(request, survey)
    const byPage = Map.groupBy(items, ({ page }) => original(page + 1))
    // A page of which there is nothing to tell is blank.
    const numbers = new Set([...byPage.keys(), ...pagesOfSurvey(survey)])
    return {
      pages: [...(numbers.size === 0 ? [1] : numbers)].map((number) => ({
        number,
        size: null,
        points: null,
        blocks: (byPage.get(number) ?? []).flatMap(mineruBlocks),
      })),
      model,
      raw,
    }
  },
}
