import { type Document, type Warning, warning } from '@polyparse/document'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { calendarBlocks } from './calendar.ts'
import { cardBlocks } from './cards.ts'
import { contentLines } from './content-lines.ts'

/** Calendars (iCalendar) and cards (vCard): each entry as a heading, and what is said about it as lines with labels. */
const readCalendarOrCards = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const lines = contentLines(decodeText(bytes, { charset: request.charset, warnings }))
  const { blocks, omitted } =
    request.mediaType === 'text/calendar' ? calendarBlocks(lines) : { blocks: cardBlocks(lines), omitted: 0 }
  if (blocks.length === 0) throw new EngineFailure('document_empty', 'The document has no entries with text.')
  return flowDocument(blocks, { mimeType: request.mediaType }, request, [
    ...warnings,
    ...warningsOfOmittedEntries(omitted),
  ])
}

const warningsOfOmittedEntries = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'content_omitted',
          `${count === 1 ? 'An entry of the calendar is' : `${count} entries of the calendar are`} of a kind that is not read, and left out.`,
        ),
      ]

/** Reads calendars and cards as one page without layout. A file without entries is `document_empty`. */
export const recordsEngine: Engine = { warmUp: async () => {}, read: readCalendarOrCards }
