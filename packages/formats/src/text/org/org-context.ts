import type { Outside } from '../../flow/outside.ts'
import type { BlockReader, LightweightPlace, ReadBlocks } from '../lightweight/lightweight-blocks.ts'
import type { ReadInline } from '../lightweight/lightweight-inline.ts'
import { orgPlaces } from './org-inline.ts'

export type OrgContext = {
  readonly readInline: ReadInline
  readonly outside: Outside
  /** The keywords of the document, `#+KEY: value`, by the key in lower case. */
  readonly keywords: Map<string, string>
  /** The lines of footnotes by their names. */
  readonly notes: ReadonlyMap<string, readonly string[]>
  /** Parts that are for other programs, or marked as not to be shown. */
  omitted: number
  /** The caption of what comes next. */
  caption: string
  /** Reads lines as blocks. */
  readonly read: ReadBlocks<OrgContext>
}

export type OrgReader = BlockReader<OrgContext>

/** Adds text with markup to the block in the making. */
export const addOrgInline = ({ writer }: LightweightPlace, text: string, { readInline }: OrgContext): void => {
  writer.name(...orgPlaces(text))
  for (const { text: stretch, ...look } of readInline(text)) writer.add(stretch, look)
}

/** The caption that was said of what comes next, which is written here. */
export const takeCaption = (place: LightweightPlace, context: OrgContext): string => {
  const text = context
    .readInline(context.caption)
    .map((run) => run.text)
    .join('')
  if (text !== '') place.writer.block({ type: 'caption' }, () => addOrgInline(place, context.caption, context))
  context.caption = ''
  return text
}
