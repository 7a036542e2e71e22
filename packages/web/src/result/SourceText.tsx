import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import './source-text.css'

/** Long lines are cut into pieces, each drawn on its own. */
const maxPieceLength = 2000

/** The source with line numbers; only the visible lines are drawn. */
export const SourceText = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => piecesOfSourceText(text), [text])
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => 20 * Math.max(1, Math.ceil((lines[index]?.text.length ?? 0) / 90)),
    overscan: 20,
  })
  return (
    <div ref={scroller} className="source-text" role="region" aria-label={label} tabIndex={0}>
      <div className="source-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            data-index={index}
            ref={virtual.measureElement}
            className="source-line"
            style={{ transform: `translateY(${start}px)` }}
          >
            <span className="source-number" aria-hidden>
              {lines[index]?.number}
            </span>
            <code dir="auto">{lines[index]?.text}</code>
          </div>
        ))}
      </div>
    </div>
  )
}

type SourceTextPiece = { readonly number: number | null; readonly text: string }

const piecesOfSourceText = (text: string): SourceTextPiece[] =>
  text.split('\n').flatMap((line, index) => {
    const pieces: SourceTextPiece[] = [{ number: index + 1, text: line.slice(0, maxPieceLength) }]
    for (let at = maxPieceLength; at < line.length; at += maxPieceLength)
      pieces.push({ number: null, text: line.slice(at, at + maxPieceLength) })
    return pieces
  })
