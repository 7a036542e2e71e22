import type { ParseResult } from '@polyparse/contract'
import { type BlockValue, type OutputId, outputRecords } from '@polyparse/document/schema'
import { SearchIcon } from '../design/icons.tsx'
import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { Busy } from '../design/Busy.tsx'
import { Tabs } from '../design/Tabs.tsx'
import { BlocksTab } from './BlocksTab.tsx'
import { blockOfWarning } from './doubts.ts'
import { ClassificationTab } from './ClassificationTab.tsx'
import { ChunksTab } from './ChunksTab.tsx'
import { FactsTab } from './FactsTab.tsx'
import { FieldsTab } from './FieldsTab.tsx'
import { ImagesTab } from './ImagesTab.tsx'
import { JsonTab } from './JsonTab.tsx'
import { MarkupTab } from './MarkupTab.tsx'
import type { ResultReading } from './reading.ts'
import { RenderedHtml } from './RenderedHtml.tsx'
import { RenderedMarkdown } from './RenderedMarkdown.tsx'
import type { Spot } from './spot.ts'
import type { ScrollLink } from './scroll-link.ts'
import type { Hit } from './search.ts'
import type { TextSearch } from './useSearch.ts'
import { TablesTab } from './TablesTab.tsx'
import { isOwnTab, tabsOf, type TabId } from './tabs.ts'
import { TextTab } from './TextTab.tsx'
import { WarningsTab } from './WarningsTab.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** Few results have one. */
const ExtractionTab = lazy(() =>
  import('./ExtractionTab.tsx').then(({ ExtractionTab }) => ({ default: ExtractionTab })),
)

/** A document that is being read. */
export type Meanwhile = {
  /** The text that has been read of it; empty before the first page. */
  readonly markdown: string
  /** Its progress, in a line. */
  readonly progress: ReactNode
  /** The same, in the place of the text before there is any. */
  readonly card: ReactNode
}

type OutputPaneProps = {
  /** Null while the document is read. */
  readonly result: ParseResult | null
  readonly meanwhile: Meanwhile | null
  readonly reading: ResultReading | null
  readonly name: string
  readonly page: number
  readonly tab: string | null
  readonly selected: string | null
  readonly onTab: (tab: TabId) => void
  readonly onSelect: (block: BlockValue) => void
  /** Turns to a page without leaving the output. */
  readonly onPage: (page: number) => void
  /** Shows a block, a table or an image on its page. */
  readonly onPart: (page: number, id: string) => void
  /** Points out a place on a page, and shows the block that it is in. */
  readonly onSpot: (spot: Spot, block: string) => void
  readonly link: ScrollLink
  readonly search: TextSearch<Hit>
  /** The hit that one has gone to. */
  readonly hit: Hit | null
  /** Opens the search; null if there is nothing to search. */
  readonly onSearch: (() => void) | null
  /** While it is open. */
  readonly searchBar: ReactNode
}

/** The result, with a tab for each output. */
export const OutputPane = ({ tab, onTab, onSearch, searchBar, ...props }: OutputPaneProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const tabs = useMemo(
    () =>
      props.result === null
        ? [{ id: 'markdown' as const, label: messages.outputs.markdown }]
        : tabsOf(props.result, props.reading),
    [props.result, props.reading, messages],
  )
  const selectedTab = tabs.find(({ id }) => id === tab) ?? tabs[0]
  if (selectedTab === undefined) return null
  return (
    <section className="output-pane" aria-label={viewMessages.result.theOutput}>
      {searchBar}
      <Tabs
        label={viewMessages.result.outputs}
        tabs={tabs}
        selected={selectedTab.id}
        onSelect={onTab}
        beside={
          props.result === null ? (
            props.meanwhile?.progress
          ) : onSearch === null ? null : (
            <button
              type="button"
              className="button quiet icon"
              aria-label={viewMessages.result.find}
              title={`${viewMessages.result.find} (${messages.keys.ctrl}+F)`}
              onClick={onSearch}
            >
              <SearchIcon size={16} aria-hidden />
            </button>
          )
        }
      >
        <Panel tab={selectedTab.id} {...props} />
      </Tabs>
    </section>
  )
}

const noOutputImages: ResultReading['images'] = new Map()

const Panel = ({
  tab,
  result,
  meanwhile,
  reading,
  name,
  page,
  selected,
  onSelect,
  onPage,
  onPart,
  onSpot,
  link,
  search,
  hit,
}: Omit<OutputPaneProps, 'tab' | 'onTab' | 'onSearch' | 'searchBar'> & { readonly tab: TabId }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const images = reading?.images ?? noOutputImages
  const base = name.replace(/\.[^.]*$/, '')
  const fileOf = (output: OutputId) => `${base}.${outputRecords[output].extension}`
  // The same element from the first page to the result, which stays where it was scrolled to.
  const markdownTab = (markdown: string) => (
    <MarkupTab
      text={markdown}
      what={viewMessages.result.theMarkdown}
      file={fileOf('markdown')}
      type={outputRecords.markdown.mediaType}
      isWhole={result !== null}
    >
      <RenderedMarkdown markdown={markdown} images={images} />
    </MarkupTab>
  )
  if (result === null)
    return meanwhile === null || meanwhile.markdown === '' ? meanwhile?.card : markdownTab(meanwhile.markdown)
  const { outputs, warnings } = result
  if (!isOwnTab(tab)) {
    const value = outputs[tab]
    const shown = { what: messages.outputs[tab], file: fileOf(tab) }
    return typeof value === 'string' ? <TextTab {...shown} text={value} /> : <JsonTab {...shown} value={value} />
  }
  switch (tab) {
    case 'blocks':
      return reading === null ? null : (
        <BlocksTab
          reading={reading}
          warnings={warnings}
          selected={selected}
          onSelect={onSelect}
          page={page}
          onPage={onPage}
          link={link}
          search={search}
          hit={hit}
        />
      )
    case 'extraction':
      return outputs.extraction === undefined ? null : (
        <Suspense fallback={<Busy>{messages.common.loading}</Busy>}>
          <ExtractionTab
            extraction={outputs.extraction}
            result={result}
            reading={reading}
            name={base}
            onSpot={onSpot}
          />
        </Suspense>
      )
    case 'classification':
      return outputs.classification === undefined ? null : (
        <ClassificationTab classification={outputs.classification} reading={reading} name={base} onSpot={onSpot} />
      )
    case 'markdown':
      return markdownTab(outputs.markdown ?? '')
    case 'html':
      return (
        <MarkupTab
          text={outputs.html ?? ''}
          what={viewMessages.result.theHtml}
          file={fileOf('html')}
          type={outputRecords.html.mediaType}
        >
          <RenderedHtml html={outputs.html ?? ''} images={images} page={page} onPage={onPage} />
        </MarkupTab>
      )
    case 'text':
      return <TextTab text={outputs.text ?? ''} what={viewMessages.result.theText} file={fileOf('text')} />
    case 'tables':
      return <TablesTab tables={[...(reading?.tables.values() ?? outputs.tables ?? [])]} name={base} onPage={onPart} />
    case 'fields':
      return (
        <FieldsTab
          fields={outputs.fields ?? outputs.json?.fields ?? []}
          reading={reading}
          name={base}
          onSpot={onSpot}
        />
      )
    case 'images':
      return (
        <div className="panel-body">
          <ImagesTab images={[...(reading?.images.values() ?? outputs.images ?? [])]} name={base} onPage={onPart} />
        </div>
      )
    case 'chunks':
      return <ChunksTab chunks={outputs.chunks ?? []} onBlock={(id, of) => onPart(of, id)} />
    case 'json':
      return <JsonTab value={result} what={viewMessages.result.wholeResult} file={fileOf('json')} />
    case 'raw':
      return <JsonTab value={result.raw} what={viewMessages.result.rawResponse} file={`${base}.raw.json`} />
    case 'facts':
      return (
        <div className="panel-body">
          <FactsTab result={result} />
        </div>
      )
    case 'warnings':
      return (
        <div className="panel-body">
          <WarningsTab
            warnings={warnings}
            onGo={(warning, of) => onPart(of, reading === null ? '' : (blockOfWarning(reading, warning)?.id ?? ''))}
          />
        </div>
      )
  }
}
