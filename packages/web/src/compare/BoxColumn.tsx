import { useEffect, useRef } from 'react'
import type { BlockValue } from '@polyparse/document/schema'
import type { ComparedDocument, LaidOutPage } from '@polyparse/compare/view'
import { PagePicture } from '../pdf/PageImage.tsx'
import type { Preview } from '../pdf/preview.ts'
import { typeClass } from '../result/block-types.ts'
import { go, useRoute } from '../routing/route.ts'
import type { ColumnHit } from './search-readings.ts'
import { hrefOfSelection } from './selection.ts'
import { useWidth } from '../design/useWidth.ts'
import { useViewMessages } from '../language/view-messages.ts'
import '../result/boxes.css'
import '../result/search.css'
import './box-column.css'

type BoxColumnProps = {
  readonly document: ComparedDocument
  readonly sheet: LaidOutPage
  readonly at: number
  readonly blocks: readonly BlockValue[]
  readonly preview: Preview | null
  readonly current: number | null
  /** The hits of a search on this page of this provider, and the hit that it has gone to. */
  readonly hits: readonly ColumnHit[]
  readonly hit: ColumnHit | null
}

/** One page with the blocks that one provider found on it, and its disputes. */
export const BoxColumn = ({
  document,
  sheet: { page, size, columns },
  at,
  blocks,
  preview,
  current,
  hits,
  hit,
}: BoxColumnProps) => {
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  const mark = useRef<HTMLSpanElement>(null)
  const isHere = hit !== null && hits.includes(hit)
  useEffect(() => {
    if (isHere) mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isHere, hit, width])
  const provider = columns[at]?.provider
  if (provider === undefined || page === null || size === null)
    return <p className="muted small box-column-none">{viewMessages.compare.noPositions}</p>
  const place = ([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) => ({
    left: `${(100 * left) / size.width}%`,
    top: `${(100 * top) / size.height}%`,
    width: `${(100 * (right - left)) / size.width}%`,
    height: `${(100 * (bottom - top)) / size.height}%`,
  })
  const disputed = document.disputes.flatMap(({ number, dispute }) =>
    dispute.sides.flatMap((side) =>
      side.provider === provider.id && side.page === page && side.bbox !== null ? [{ number, box: side.bbox }] : [],
    ),
  )
  return (
    <article className="box-column" aria-label={provider.id}>
      <figure ref={frame} className="box-column-page" style={{ aspectRatio: size.width / size.height }}>
        {preview !== null && width > 0 && (
          <PagePicture
            preview={preview}
            page={page}
            width={width}
            alt={viewMessages.compare.pageWithBlocks(page, provider.id)}
          />
        )}
        {blocks.map(({ id, type, bbox }) =>
          bbox === null ? null : (
            <span key={id} className={`box-column-block ${typeClass(type)}`} style={place(bbox)} aria-hidden />
          ),
        )}
        {[...new Set(hits.map(({ unit }) => unit))].map((unit) => {
          const box = blocks[unit]?.bbox ?? null
          const isCurrent = isHere && hit?.unit === unit
          return (
            box !== null && (
              <span
                key={unit}
                {...(isCurrent && { ref: mark })}
                className={isCurrent ? 'box-hit current' : 'box-hit'}
                style={place(box)}
              />
            )
          )
        })}
        {disputed.map(({ number, box }) => (
          // The list offers the same to the keyboard and to screen readers.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <span
            key={number}
            className={number === current ? 'box-column-dispute current' : 'box-column-dispute'}
            data-dispute={number}
            style={place(box)}
            aria-hidden
            onClick={() => go(hrefOfSelection(path, { dispute: number }), { replace: true })}
          >
            <span>{number}</span>
          </span>
        ))}
      </figure>
    </article>
  )
}
