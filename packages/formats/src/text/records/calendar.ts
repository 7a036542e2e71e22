import type { FlowBlock } from '../../flow/flow.ts'
import { labelledLines } from '../../flow/labelled.ts'
import { paragraphsOf } from '../plain/text-engine.ts'
import { type ContentLine, textOfValue } from './content-lines.ts'

const calendarEntryKinds = new Set(['VEVENT', 'VTODO', 'VJOURNAL'])
/** The components that are for programs: rules of time zones, and alarms. */
const technical = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT', 'VALARM'])

const calendarPropertyLabels: Readonly<Record<string, string>> = {
  DTSTART: 'Start',
  DTEND: 'End',
  DUE: 'Due',
  DURATION: 'Duration',
  COMPLETED: 'Completed',
  RRULE: 'Repeats',
  RDATE: 'Also on',
  EXDATE: 'Not on',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendees',
  CONTACT: 'Contact',
  RESOURCES: 'Resources',
  STATUS: 'Status',
  PRIORITY: 'Priority',
  'PERCENT-COMPLETE': 'Percent complete',
  CATEGORIES: 'Categories',
  URL: 'URL',
  ATTACH: 'Attachment',
  COMMENT: 'Comment',
}

/** The events, tasks and notes of a calendar, and how many parts of other kinds it has. */
export const calendarBlocks = (
  lines: readonly ContentLine[],
): { readonly blocks: readonly FlowBlock[]; readonly omitted: number } => {
  const blocks: FlowBlock[] = []
  const open: { readonly kind: string; readonly lines: ContentLine[] }[] = []
  let omitted = 0
  for (const line of lines) {
    if (line.name === 'BEGIN') {
      const kind = line.value.trim().toUpperCase()
      open.push({ kind, lines: [] })
      if (!calendarEntryKinds.has(kind) && !technical.has(kind)) omitted += 1
    } else if (line.name === 'END') {
      const entry = open.pop()
      if (entry !== undefined && calendarEntryKinds.has(entry.kind))
        for (const block of entryBlocks(entry.lines)) blocks.push(block)
    } else open.at(-1)?.lines.push(line)
  }
  // A calendar that is cut off still has what it has of its last entry.
  for (const entry of open)
    if (calendarEntryKinds.has(entry.kind)) for (const block of entryBlocks(entry.lines)) blocks.push(block)
  return { blocks, omitted }
}

const entryBlocks = (lines: readonly ContentLine[]): FlowBlock[] => {
  const textsOf = (name: string): string[] =>
    lines
      .filter((line) => line.name === name)
      .map(textOfCalendarProperty)
      .filter((value) => value !== '')
  const summary = textsOf('SUMMARY').join(' ').replaceAll(/\s+/g, ' ')
  return [
    ...(summary === '' ? [] : [{ type: 'heading' as const, level: 1, text: summary }]),
    ...labelledLines(Object.entries(calendarPropertyLabels).map(([name, label]) => [label, textsOf(name).join(', ')])),
    ...paragraphsOf(textsOf('DESCRIPTION').join('\n\n')),
  ]
}

const textOfCalendarProperty = ({ name, value, parameters }: ContentLine): string => {
  const { CN: person = '', TZID: zone, VALUE: kind } = parameters
  if (name === 'ATTACH' && kind === 'BINARY') return parameters['FILENAME'] ?? parameters['FMTTYPE'] ?? ''
  if (name === 'ORGANIZER' || name === 'ATTENDEE') {
    const address = value.replace(/^mailto:/i, '').trim()
    return person === '' || person === address ? address : `${person} <${address}>`
  }
  return textOfValue(value).replaceAll(
    /\b(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?\b/g,
    (all, ...found: string[]) => {
      if (!dated.has(name)) return all
      const [year = '', month = '', day = '', hour, minute = '', utc] = found
      const clock =
        hour === undefined ? '' : ` ${hour}:${minute}${utc === 'Z' ? ' UTC' : zone === undefined ? '' : ` (${zone})`}`
      return `${year}-${month}-${day}${clock}`
    },
  )
}

const dated = new Set(['DTSTART', 'DTEND', 'DUE', 'COMPLETED', 'RRULE', 'RDATE', 'EXDATE'])
