import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { BlockValue } from '@polyparse/document/schema'
import { formatShare } from '../design/format.ts'
import { typeClass } from './block-types.ts'
import { dimensionsOf, type Dimensions, type ReadPage } from './reading.ts'
import { useViewMessages } from '../language/view-messages.ts'
import './boxes.css'
import './page-with-boxes.css'

type PageWithBoxesProps = {
  readonly page: ReadPage
  /** The width in pixels of the style sheet. */
  readonly width: number
  readonly selected: string | null
  readonly onSelect: (id: string) => void
  readonly showBoxes: boolean
  /** The blocks in which a search has found something, and the one that it has gone to. */
  readonly hits: ReadonlySet<string>
  readonly hit: string | null
  /** The box that is pointed out. */
  readonly spot: readonly number[] | null
  /** The image of the page, under the boxes. */
  readonly children: ReactNode
}

type BlockWithBox = BlockValue & { readonly bbox: readonly number[] }

const isPlaced = (block: BlockValue): block is BlockWithBox => block.bbox !== null

/** A page with a box round each block. One stop for the keyboard: arrows go from block to block in reading order. */
export const PageWithBoxes = ({
  page,
  width,
  selected,
  onSelect,
  showBoxes,
  hits,
  hit,
  spot,
  children,
}: PageWithBoxesProps) => {
  const viewMessages = useViewMessages()
  const [hovered, setHovered] = useState<string | null>(null)
  const natural = dimensionsOf(page)
  const placed = page.blocks.filter(isPlaced)
  const index = placed.findIndex(({ id }) => id === selected)
  const labelled = placed.find(({ id }) => id === (hovered ?? selected))
  const move = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: index + 1,
      ArrowRight: index + 1,
      ArrowUp: index - 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: placed.length - 1,
    }[event.key]
    const block = to === undefined ? undefined : placed[Math.max(0, to)]
    if (block === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onSelect(block.id)
  }
  return (
    <div className="paper" data-page={page.page} style={{ width, height: (width * natural.height) / natural.width }}>
      {children}
      {placed.map(
        ({ id, bbox }) =>
          hits.has(id) && (
            <div
              key={id}
              className={id === hit ? 'box-hit current' : 'box-hit'}
              style={styleOfPageBox(bbox, natural)}
            />
          ),
      )}
      {spot !== null && <div className="box-spot" style={styleOfPageBox(spot, natural)} />}
      {showBoxes && (
        <div
          role="listbox"
          tabIndex={0}
          aria-label={viewMessages.result.blocksOfPage(page.page)}
          aria-activedescendant={index < 0 ? undefined : `box-${selected}`}
          className="boxes"
          onKeyDown={move}
          onMouseLeave={() => setHovered(null)}
        >
          {placed.map((block) => (
            <PageBlockBox
              key={block.id}
              block={block}
              natural={natural}
              isSelected={block.id === selected}
              onHover={() => setHovered(block.id)}
              onSelect={() => onSelect(block.id)}
            />
          ))}
        </div>
      )}
      {showBoxes && labelled !== undefined && <BoxLabel block={labelled} natural={natural} />}
    </div>
  )
}

const styleOfPageBox = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], natural: Dimensions) => ({
  left: percent(x0, natural.width),
  top: percent(y0, natural.height),
  width: percent(x1 - x0, natural.width),
  height: percent(y1 - y0, natural.height),
})

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`

const PageBlockBox = ({
  block: { id, type, text, bbox, confidence },
  natural,
  isSelected,
  onHover,
  onSelect,
}: {
  readonly block: BlockWithBox
  readonly natural: { readonly width: number; readonly height: number }
  readonly isSelected: boolean
  readonly onHover: () => void
  readonly onSelect: () => void
}) => {
  const viewMessages = useViewMessages()
  return (
    // The listbox takes the keys for all of them.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="option"
      id={`box-${id}`}
      aria-selected={isSelected}
      aria-label={`${viewMessages.blocks[type]}${confidence === undefined ? '' : `, ${viewMessages.result.confidenceOf(formatShare(confidence))}`}: ${text.slice(0, 120)}`}
      className={`box ${typeClass(type)}`}
      style={styleOfPageBox(bbox, natural)}
      onMouseEnter={onHover}
      onClick={onSelect}
    />
  )
}

const BoxLabel = ({
  block: { type, bbox, confidence, level },
  natural,
}: {
  readonly block: BlockWithBox
  readonly natural: { readonly width: number; readonly height: number }
}) => {
  const viewMessages = useViewMessages()
  const [x0 = 0, y0 = 0] = bbox
  const below = y0 / natural.height < 0.04
  return (
    <div
      className={`box-label ${typeClass(type)}${below ? ' below' : ''}`}
      style={{
        left: percent(Math.max(0, x0), natural.width),
        top: percent(below ? (bbox[3] ?? 0) : y0, natural.height),
      }}
      aria-hidden
    >
      {viewMessages.blocks[type]}
      {level !== undefined && ` ${level}`}
      {confidence !== undefined && <span> {formatShare(confidence)}</span>}
    </div>
  )
}
