import type { blockTypes } from '@polyparse/document/schema'

export type BlockType = (typeof blockTypes)[number]

export const blockNames: Readonly<Record<BlockType, string>> = {
  title: 'Title',
  heading: 'Heading',
  paragraph: 'Paragraph',
  list_item: 'List item',
  table: 'Table',
  picture: 'Picture',
  caption: 'Caption',
  code: 'Code',
  formula: 'Formula',
  footnote: 'Footnote',
  page_header: 'Page header',
  page_footer: 'Page footer',
  quote: 'Quote',
  note: 'Note',
}

/** The class that gives a type its colour, in boxes.css. */
export const typeClass = (type: BlockType): string => `type-${type.replace('_', '-')}`
