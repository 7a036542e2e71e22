import type { ChunkValue } from '@polyparse/document/schema'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { LinkToPage } from './PageLink.tsx'

type ChunksTabProps = { readonly chunks: readonly ChunkValue[]; readonly onBlock: (id: string, page: number) => void }

export const ChunksTab = ({ chunks, onBlock }: ChunksTabProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => 90 + Math.ceil((chunks[index]?.text.length ?? 0) / 80) * 20,
    overscan: 4,
  })
  return (
    <div ref={scroller} className="rendered-scroll" role="region" aria-label={messages.outputs.chunks} tabIndex={0}>
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const chunk = chunks[index]
          if (chunk === undefined) return null
          const { id, text, tokens, pages, headings, blocks } = chunk
          return (
            <div
              key={id}
              data-index={index}
              ref={virtual.measureElement}
              className="reading-row listed"
              style={{ transform: `translateY(${start}px)` }}
            >
              <header className="listed-head">
                <h2>{id}</h2>
                {pages.map((page) => (
                  <LinkToPage key={page} page={page} onGo={() => onBlock(blocks[0] ?? '', page)} />
                ))}
                <span className="chip">{viewMessages.result.tokens(tokens)}</span>
                <span className="listed-actions">
                  <CopyButton quiet what={viewMessages.result.chunk(id)} text={() => text} />
                </span>
              </header>
              {headings.length > 0 && <p className="small muted chunk-headings">{headings.join(' › ')}</p>}
              <p className="chunk-text" dir="auto">
                {text}
              </p>
            </div>
          )
        })}
      </div>
    </div>
  )
}
