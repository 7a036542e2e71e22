import type { ParseResult } from '@polyparse/contract'
import type { Tab } from '../design/Tabs.tsx'
import type { Reading } from './reading.ts'

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
export const tabsOf = ({ outputs, warnings, raw }: ParseResult, reading: Reading | null): Tab<TabId>[] => {
  const tables = reading?.tables.size ?? outputs.tables?.length ?? 0
  const images = reading?.images.size ?? outputs.images?.length ?? 0
  const fields = (outputs.fields ?? outputs.json?.fields ?? []).length
  const tab = (id: TabId, label: string, isThere: boolean, count?: number): Tab<TabId>[] =>
    isThere ? [{ id, label, ...(count !== undefined && { count }) }] : []
  return [
    ...tab('blocks', 'Blocks', reading !== null),
    ...tab('markdown', 'Markdown', outputs.markdown !== undefined),
    ...tab('tables', 'Tables', tables > 0, tables),
    ...tab('fields', 'Fields', fields > 0, fields),
    ...tab('html', 'HTML', outputs.html !== undefined),
    ...tab('text', 'Text', outputs.text !== undefined),
    ...tab('images', 'Images', images > 0, images),
    ...tab('chunks', 'Chunks', (outputs.chunks?.length ?? 0) > 0, outputs.chunks?.length),
    ...tab('json', 'JSON', true),
    ...tab('raw', 'Raw', raw !== undefined),
    ...tab('facts', 'Metadata', true),
    ...tab('warnings', 'Warnings', true, warnings.length),
  ]
}
