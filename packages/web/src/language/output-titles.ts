import { type OutputId, membersOf, outputRecords } from '@polyparse/document/schema'

/** The titles of outputs in languages without a word of their own for them. */
export const outputTitles: Readonly<Record<OutputId, string>> = membersOf(outputRecords, 'title')
