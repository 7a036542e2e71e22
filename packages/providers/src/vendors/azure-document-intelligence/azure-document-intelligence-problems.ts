import type { VendorAnswer } from '../../http.ts'
import type { VendorProblem } from '../../http-failure.ts'
import { valueAt } from '../../vendor-options.ts'

/** The codes that are about the document. */
const azureErrorProblems: Readonly<Record<string, VendorProblem>> = {
  InvalidContentLength: 'too_large',
  InvalidContent: 'invalid_document',
  InvalidContentDimensions: 'invalid_document',
  UnsupportedContent: 'invalid_document',
}

const maxAzureErrorDepth = 5

/** The innermost code is the most precise; null if none of them is about the document. */
export const problemIn = (body: unknown): VendorProblem | null => {
  const codes: unknown[] = []
  for (let error = valueAt(body, ['error']); error !== undefined && codes.length < maxAzureErrorDepth;) {
    codes.unshift(valueAt(error, ['code']))
    error = valueAt(error, ['innererror'])
  }
  return codes.map((code) => azureErrorProblems[String(code)]).find((problem) => problem !== undefined) ?? null
}

export const azureProblem = ({ body }: VendorAnswer): VendorProblem | null => problemIn(body)
