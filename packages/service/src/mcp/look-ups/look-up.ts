import type { CallToolResult } from '@modelcontextprotocol/server'
import { parseJsonPart } from '../../lib/json-values.ts'
import { ToolError } from '../tool-error.ts'
import { comparisonFound, type ComparisonLookUp } from './comparison.ts'
import type { OpenBody } from './open-body.ts'
import { beginning, page, passages, type PagesLookUp } from './pages.ts'
import { lookUpTable, type TableLookUp } from './table.ts'

/** The question of a tool about the result of a job. */
export type LookUp = ComparisonLookUp | PagesLookUp | TableLookUp

/**
 * Looks up something in the body of a job, and answers with no more of it than a model can use. The body may be large
 * and dear to read, so that is not for the main thread of a service.
 * @throws {ToolError} when it is not there
 */
export const lookUpIn = async (body: OpenBody, lookUp: LookUp): Promise<CallToolResult> => {
  const found = await find(body, lookUp)
  if (found !== null) return found
  const status = await parseJsonPart(body(), ['status'])
  throw new ToolError(
    status === 'complete' ? 'The result has no such part.' : `The job has no result: it is ${String(status)}.`,
  )
}

const find = (body: OpenBody, lookUp: LookUp): Promise<CallToolResult | null> => {
  switch (lookUp.kind) {
    case 'beginning':
      return beginning(body, lookUp)
    case 'page':
      return page(body, lookUp)
    case 'passages':
      return passages(body, lookUp)
    case 'table':
      return lookUpTable(body, lookUp)
    case 'comparison':
      return comparisonFound(body, lookUp)
  }
}
