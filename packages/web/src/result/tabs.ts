import type { ParseResult } from '@polyparse/contract'
import { type OutputId, outputIds } from '@polyparse/document/schema'
import type { Tab } from '../design/Tabs.tsx'
import type { ResultReading } from './reading.ts'
import { readMessages } from '../language/messages.ts'
import { readViewMessages } from '../language/view-messages.ts'

const ownTabs = [
  ...([
    'extraction',
    'classification',
    'markdown',
    'blocks',
    'tables',
    'fields',
    'html',
    'text',
    'images',
    'chunks',
  ] as const),
  ...(['json', 'raw', 'facts', 'warnings'] as const),
]

/** A tab with a view of its own. */
type OwnTab = (typeof ownTabs)[number]

/** Any tab: that of an output without a view of its own shows the value as it is. */
export type TabId = OwnTab | OutputId

export const isOwnTab = (tab: TabId): tab is OwnTab => ownTabs.some((each) => each === tab)

/** Outputs whose values the other tabs show. */
const shownElsewhere = new Set<OutputId>(['pages', 'metadata'])

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
    ...tab('extraction', messages.outputs.extraction, outputs.extraction !== undefined),
    ...tab('classification', messages.outputs.classification, outputs.classification !== undefined),
    ...tab('markdown', messages.outputs.markdown, outputs.markdown !== undefined),
    ...tab('blocks', viewMessages.result.blocks, reading !== null),
    ...tab('tables', messages.outputs.tables, tables > 0, tables),
    ...tab('fields', messages.outputs.fields, fields > 0, fields),
    ...tab('html', messages.outputs.html, outputs.html !== undefined),
    ...tab('text', messages.outputs.text, outputs.text !== undefined),
    ...tab('images', messages.outputs.images, images > 0, images),
    ...tab('chunks', messages.outputs.chunks, (outputs.chunks?.length ?? 0) > 0, outputs.chunks?.length),
    ...outputIds.flatMap((id) =>
      isOwnTab(id) || shownElsewhere.has(id) ? [] : tab(id, messages.outputs[id], outputs[id] !== undefined),
    ),
    ...tab('json', viewMessages.result.json, true),
    ...tab('raw', viewMessages.result.raw, raw !== undefined),
    ...tab('facts', messages.outputs.metadata, true),
    ...tab('warnings', viewMessages.result.warnings, true, warnings.length),
  ]
}
