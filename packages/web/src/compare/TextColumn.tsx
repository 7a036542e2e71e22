import { memo } from 'react'
import {
  type Decorations,
  decorationsOf,
  type LaidOutColumn,
  decoratedPieces,
  type TextPiece,
} from '@polyparse/compare/view'
import { hrefOf, useRoute } from '../routing/route.ts'
import { UnitView } from './UnitView.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import './text-column.css'

type TextColumnProps = {
  readonly column: LaidOutColumn
  /** The number of the selected dispute. */
  readonly current: number | null
  /** The shift in pixels. */
  readonly shift: number
}

/** One provider's text of one page, with its differences and disputes marked. */
export const TextColumn = memo(({ column: { provider, column, marks, spots }, current, shift }: TextColumnProps) => {
  const viewMessages = useViewMessages()
  const decorations = column === null ? null : decorationsOf(column, marks, spots)
  return (
    <article className={`text-column hue-${provider.hue}`} aria-label={provider.id} style={{ paddingTop: shift }}>
      {column === null && <p className="muted">{viewMessages.compare.noSuchPage}</p>}
      {column?.units.length === 0 && <p className="muted">{viewMessages.compare.nothingOnPage}</p>}
      {column?.units.map(({ unit, parts }, index) => (
        <UnitView
          // oxlint-disable-next-line react/no-array-index-key -- the units of a page never change
          key={index}
          unit={unit}
          index={index}
          parts={parts.map((text, part) => (
            <Decorated
              // oxlint-disable-next-line react/no-array-index-key -- nor do the texts of a unit
              key={part}
              text={text}
              decorations={decorations?.(index, part) ?? noColumnDecorations}
              current={current}
            />
          ))}
        />
      ))}
    </article>
  )
})

const noColumnDecorations: Decorations = { stretches: [], points: [] }

const Decorated = ({
  text,
  decorations,
  current,
}: {
  readonly text: string
  readonly decorations: Decorations
  readonly current: number | null
}) =>
  decorations.stretches.length + decorations.points.length === 0
    ? text
    : decoratedPieces(text, decorations).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change
        <PieceView key={index} piece={piece} current={current} />
      ))

const PieceView = ({ piece, current }: { readonly piece: TextPiece; readonly current: number | null }) => {
  const viewMessages = useViewMessages()
  if (piece.kind === 'dispute') return <Sign number={piece.number} isCurrent={piece.number === current} />
  if (piece.kind === 'gap')
    return (
      <span className="gap" title={viewMessages.compare.missingWords(piece.count)}>
        −{piece.count}
      </span>
    )
  const { text, mark, isSpot } = piece
  const marked = mark === null ? text : <mark className={mark}>{text}</mark>
  return isSpot ? <span className="spot">{marked}</span> : marked
}

/** The number of a dispute at its place in the text. */
const Sign = ({ number, isCurrent }: { readonly number: number; readonly isCurrent: boolean }) => {
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  return (
    <a
      className={isCurrent ? 'sign current' : 'sign'}
      data-dispute={number}
      href={hrefOf(path, { dispute: number })}
      aria-label={viewMessages.compare.disputeNumber(number)}
    >
      {number}
    </a>
  )
}
