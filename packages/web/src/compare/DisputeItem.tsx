import { NamedProvider } from '../session/NamedProvider.tsx'
import { counterpartOf, type NumberedDispute, severityLevel, hueOfProvider } from '@polyparse/compare/view'
import type { DisputeOccurrence } from '@polyparse/contract'
import { CheckIcon, Columns2Icon, MinusIcon } from '../design/icons.tsx'
import { useEffect, useRef } from 'react'
import type { Preview } from '../pdf/preview.ts'
import { PageCrop } from './PageCrop.tsx'
import type { Sheets } from './sheets.ts'
import { SettleDispute } from './SettleDispute.tsx'
import { SideText } from './SideText.tsx'
import type { Judging } from '../judging/useJudging.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type DisputeItemProps = {
  readonly numbered: NumberedDispute
  readonly sheets: Sheets
  readonly preview: Preview | null
  /** Null where nothing can be settled. */
  readonly judging: Judging | null
  readonly isOpen: boolean
  readonly onSettled: () => void
  readonly onToggle: () => void
  readonly onShow: () => void
}

/** One dispute: its message; when open, the place on the page and the text of each side. */
export const DisputeItem = (props: DisputeItemProps) => {
  const viewMessages = useViewMessages()
  const { numbered, judging, isOpen, onToggle } = props
  const { number, dispute } = numbered
  const { dots, name } = severityLevel(dispute.severity)
  const settlement = judging?.settlementOf(number) ?? null
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const [element, list] = [item.current, item.current?.parentElement]
    if (!isOpen || element === null || list === null || list === undefined) return
    const hidden = element.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
    const above = list.getBoundingClientRect().top - element.getBoundingClientRect().top
    // The list alone scrolls, not the page around it. The beginning of the item stays in sight.
    list.scrollTop += above > 0 ? -above : Math.max(0, Math.min(hidden, -above))
  }, [isOpen])
  return (
    <li ref={item} className={isOpen ? 'dispute open' : 'dispute'} data-number={number}>
      <button type="button" className="dispute-head" aria-expanded={isOpen} onClick={onToggle}>
        <span className="dispute-number">{number}</span>
        <span className="dispute-facts">
          <strong>{viewMessages.compare.kinds[dispute.kind]}</strong>
          <span>{viewMessages.result.onPage(dispute.page)}</span>
          {settlement !== null && (
            <span className="dispute-settled">
              {settlement.answer === 'skip' ? <MinusIcon size={13} aria-hidden /> : <CheckIcon size={13} aria-hidden />}
              {settlement.answer === 'skip' ? viewMessages.decision.skipped : viewMessages.decision.settled}
            </span>
          )}
          <span className={`dispute-weight ${name}`}>
            <span aria-hidden>{dots}</span> {viewMessages.compare.severities[name]}
          </span>
        </span>
        <span className="dispute-message" dir="auto" lang="en">
          {dispute.message}
        </span>
      </button>
      {isOpen && <DisputeDetails {...props} />}
    </li>
  )
}

const DisputeDetails = ({ numbered, sheets, preview, judging, onSettled, onShow }: DisputeItemProps) => {
  const viewMessages = useViewMessages()
  const { dispute } = numbered
  const { sides, page, outlier, otherOccurrences = [] } = dispute
  const size = sheets.pages.includes(page) ? sheets.sheet(page).size : null
  const boxes = sides.flatMap((side) =>
    side.bbox === null || side.page !== page
      ? []
      : [{ box: side.bbox, hue: hueOfProvider(side.provider), name: side.provider }],
  )
  return (
    <div className="dispute-opened">
      {preview !== null && boxes.length > 0 && <PageCrop preview={preview} page={page} size={size} boxes={boxes} />}
      <dl>
        {sides.map((side) => (
          <div key={side.provider} className={`dispute-side hue-${hueOfProvider(side.provider)}`}>
            <dt>
              <NamedProvider id={side.provider} />
              {side.provider === outlier && <span className="chip wait">{viewMessages.compare.outlier}</span>}
            </dt>
            <dd>
              <SideText side={side} counterpart={counterpartOf(dispute, side)} />
            </dd>
          </div>
        ))}
      </dl>
      {judging !== null && <SettleDispute numbered={numbered} judging={judging} onSettled={onSettled} />}
      {otherOccurrences.length > 0 && <OtherOccurrences places={otherOccurrences} />}
      <button type="button" className="button dispute-show" onClick={onShow}>
        <Columns2Icon size={15} aria-hidden />
        {viewMessages.compare.showInReadings}
      </button>
    </div>
  )
}

/** Occurrences that are listed. The rest is counted. */
const maxListedOccurrences = 20

const OtherOccurrences = ({ places }: { readonly places: readonly DisputeOccurrence[] }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  return (
    <details className="small">
      <summary>{viewMessages.compare.otherPlaces(places.length)}</summary>
      <ul className="dispute-elsewhere">
        {places.slice(0, maxListedOccurrences).map(({ page, texts }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the places of a dispute never change
          <li key={index}>
            {messages.common.pageNumber(page)}:
            {Object.entries(texts).map(([provider, text]) => (
              <span key={provider}>
                {' '}
                <bdi className="muted">{provider}</bdi>{' '}
                {text === '' ? (
                  <span className="nothing">{viewMessages.compare.noText}</span>
                ) : (
                  <b dir="auto">{text}</b>
                )}
              </span>
            ))}
          </li>
        ))}
        {places.length > maxListedOccurrences && (
          <li>{viewMessages.compare.andMore(places.length - maxListedOccurrences)}</li>
        )}
      </ul>
    </details>
  )
}
