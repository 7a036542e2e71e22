import type { blockTypes } from '@polyparse/document/schema'

export type BlockType = (typeof blockTypes)[number]

/** The class that gives a type its colour, in boxes.css. */
export const typeClass = (type: BlockType): string => `type-${type.replace('_', '-')}`
