import type { ParseResult } from '@polyparse/contract'
import type { Tab } from '../design/Tabs.tsx'
import type { ResultReading } from './reading.ts'
import { readMessages } from '../language/messages.ts'
import { readViewMessages } from '../language/view-messages.ts'

export type TabId =
  | 'blocks'
  | 'markdown'
  | 'html'
  | 'text'
  | 'tables'
  | 'fields'
  | 'images'
  | 'chunks'
  | 'json'
  | 'raw'
  | 'facts'
  | 'warnings'

/** The tabs that are not empty, in the order in which readers want them. */
export const tabsOf = ({ outputs, warnings, raw }: ParseResult, reading: ResultReading | null): Tab<TabId>[] => {
  const messages = readMessages()
  const viewMessages = readViewMessages()
  const tables = reading?.tables.size ?? outputs.tables?.length ?? 0
  const images = reading?.images.size ?? outputs.images?.length ?? 0
  const fields = (outputs.fields ?? outputs.json?.fields ?? []).length
  const tab = (id: TabId, label: string, isThere: boolean, count?: number): Tab<TabId>[] =>
    isThere ? [{ id, label, ...(count !== undefined && { count }) }] : []
  return [
    ...tab('blocks', viewMessages.result.blocks, reading !== null),
    ...tab('markdown', messages.outputs.markdown, outputs.markdown !== undefined),
    ...tab('tables', messages.outputs.tables, tables > 0, tables),
    ...tab('fields', messages.outputs.fields, fields > 0, fields),
    ...tab('html', messages.outputs.html, outputs.html !== undefined),
    ...tab('text', messages.outputs.text, outputs.text !== undefined),
    ...tab('images', messages.outputs.images, images > 0, images),
    ...tab('chunks', messages.outputs.chunks, (outputs.chunks?.length ?? 0) > 0, outputs.chunks?.length),
    ...tab('json', viewMessages.result.json, true),
    ...tab('raw', viewMessages.result.raw, raw !== undefined),
    ...tab('facts', messages.outputs.metadata, true),
    ...tab('warnings', viewMessages.result.warnings, true, warnings.length),
  ]
}
