import { membersOf, outputRecords } from '@polyparse/document/schema'
import type { OutputId } from './contract.ts'

/**
 * The media type of each output; the value of those that are not JSON is a text. A module of its own: published, it holds
 * the values alone.
 */
export const outputMediaTypes: Readonly<Record<OutputId, string>> = membersOf(outputRecords, 'mediaType')
