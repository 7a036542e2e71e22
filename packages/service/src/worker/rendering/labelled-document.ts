import { type Classification, type Document, warning, type Warning } from '@polyparse/document'
import { classifyDocument, proveClassification } from '@polyparse/extraction'
import type { RenderRequest } from './messages.ts'
import { maxPortionWarnings, pagesInWords, type PortionDoubt, readModelAnswers } from './model-answers.ts'

type Asked = Pick<RenderRequest, 'fillings'> & { readonly job: Pick<RenderRequest['job'], 'classification'> }

/**
 * The document with the labels of its job given, where there are any: by a model, as far as the pages show what it says, or else by the
 * service itself.
 */
export const labelledDocument = (document: Document, { job: { classification }, fillings = [] }: Asked): Document => {
  if (classification === null) return document
  const { labels, by, model = 'local' } = classification
  const filling = fillings.find(({ provider }) => provider === model)
  const answered = filling === undefined ? null : readModelAnswers(filling, 'classification')
  if (answered === null || answered.failure !== null) {
    const failures = answered === null ? [] : [failureWarning(model, answered.failure)]
    return labelledWith(document, classifyDocument(document, labels, { by }), failures)
  }
  const { ranges, disputed, unproven } = proveClassification(document, labels, answered.answers, { by })
  return labelledWith(document, { ranges, model: answered.model ?? model, usage: answered.usage }, [
    ...incompleteWarnings(answered.doubts),
    ...pageWarnings(unproven, 'classification_incomplete', unprovenMessage),
    ...pageWarnings(disputed, 'classification_disputed', disputedMessage),
  ])
}

const labelledWith = (document: Document, given: Classification, warnings: readonly Warning[]): Document => ({
  ...document,
  classification: given,
  warnings: [...document.warnings, ...warnings],
})

const failureWarning = (provider: string, failure: string | null): Warning =>
  warning(
    'classification_failed',
    `${provider} did not give the labels, so the service has done that without a model. ${failure}`,
  )

const incompleteWarnings = (doubts: readonly PortionDoubt[]): Warning[] =>
  doubts.slice(0, maxPortionWarnings).map(({ pages, why }) => ({
    code: 'classification_incomplete',
    message: `Labels of ${pagesInWords(pages)} may be missing: ${why}`,
    pages: [...pages],
  }))

const unprovenMessage =
  'The model named a label that was not asked for, or showed no words on the page for the one that it named, so that there is none.'
const disputedMessage =
  'The model gave a label that is not the one for which titles and words speak; its confidence is low.'

const pageWarnings = (
  pages: readonly number[],
  code: 'classification_incomplete' | 'classification_disputed',
  message: string,
): Warning[] => (pages.length === 0 ? [] : [{ code, message, pages: [...pages] }])
