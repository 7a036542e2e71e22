import type { blockTypes } from '@polyparse/document/schema'

export type ShownBlockType = (typeof blockTypes)[number]

/** The class that gives a type its colour, in boxes.css. */
export const typeClass = (type: ShownBlockType): string => `type-${type.replace('_', '-')}`
