import { durationText, many } from '@polyparse/compare/format'
import type { ParseResult } from '@polyparse/contract'
import { formatTable, replaceControls } from '../output.ts'

export const warningText = ({ code, message, page }: ParseResult['warnings'][number]): string =>
  replaceControls(`warning: ${page === undefined ? '' : `page ${page}: `}${message} (${code})`)

export const resultSummary = ({ provider, pageCount, timing, warnings }: ParseResult): string =>
  [
    `parsed by ${replaceControls(provider)}`,
    many(pageCount, 'page'),
    durationText(timing.durationMs),
    ...(warnings.length > 0 ? [many(warnings.length, 'warning')] : []),
  ].join(', ')

/** The documents that could not be parsed, and why, as a table. */
export const failuresText = (
  failed: readonly { readonly shown: string; readonly reason: string }[],
  documentCount: number,
): string => {
  const rows = failed.map(({ shown, reason }) => [shown, reason])
  return `${failed.length} of ${many(documentCount, 'document')} could not be parsed:\n${formatTable([['DOCUMENT', 'REASON'], ...rows])}`
}
