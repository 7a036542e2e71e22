import { type OutputId, membersOf, outputRecords } from '@polyparse/document/schema'

/** What outputs are called where a language has no word of its own for them. */
export const outputTitles: Readonly<Record<OutputId, string>> = membersOf(outputRecords, 'title')
