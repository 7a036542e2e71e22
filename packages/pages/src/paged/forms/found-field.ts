import type { Box, Field } from '@polyparse/document'

/** A field as it is found; the box is that of its label and its value. */
export type FoundField = Omit<Field, 'page' | 'bbox'> & { readonly box: Box | null }

/**
 * Returns a label without the colon, the dots or the line after it.
 * @example withoutLeader('Name: ....') // 'Name'
 */
export const withoutLeader = (label: string): string => label.replace(leader, '').trim()

/** Each run is taken whole, or a text after many dots would be tried in every way to divide them. */
const leader = /(?:[\s.…·_]{3,}(?![\s.…·_])|\s{0,2}[:：])+$/u
