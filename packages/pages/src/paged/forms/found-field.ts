import type { Box, Field } from '@polyparse/document'

/** A field as it is found; the box is that of its label and its value. */
export type FoundField = Omit<Field, 'page' | 'bbox'> & { readonly box: Box | null }

/** A label without the colon, the dots or the line after it. */
export const withoutLeader = (label: string): string => label.replace(/(?:\s*[:：]|[\s.…·_]{3,})+$/u, '').trim()
