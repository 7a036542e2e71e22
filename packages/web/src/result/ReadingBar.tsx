import { ContrastIcon } from '../design/icons.tsx'
import { formatNumber, formatShare } from '../design/format.ts'
import type { DoubtedResultPage } from './doubts.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type ReadingBarProps = {
  readonly doubted: readonly DoubtedResultPage[]
  /** True if the reader says how sure it is. */
  readonly isRated: boolean
  readonly pageCount: number
  readonly page: number
  readonly isShaded: boolean
  readonly onShade: (isShaded: boolean) => void
  readonly onPage: (page: number) => void
}

/** The number of pages that are listed; the rest are among the warnings. */
const maxListedDoubtedPages = 50

/** The pages that need a look, the least sure first, and a switch that shades what is doubted. */
export const ReadingBar = ({ doubted, isRated, pageCount, page, isShaded, onShade, onPage }: ReadingBarProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  return (
    <>
      {doubted.length === 0 ? (
        <span className="small muted pane-space">{isRated && viewMessages.result.noDoubts}</span>
      ) : (
        <>
          <span className="small">
            {viewMessages.result.doubts(<strong>{formatNumber(doubted.length)}</strong>, doubted.length, pageCount)}
          </span>
          <ul aria-label={viewMessages.result.doubtedPages}>
            {doubted.slice(0, maxListedDoubtedPages).map(({ page: each, quality }) => (
              <li key={each}>
                <button
                  type="button"
                  className="chip"
                  aria-current={each === page ? 'page' : undefined}
                  onClick={() => onPage(each)}
                >
                  {messages.common.pageNumber(each)}
                  {quality !== undefined && <span className="muted"> {formatShare(quality)}</span>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {isRated && (
        <button
          type="button"
          className="button quiet"
          aria-pressed={isShaded}
          title={viewMessages.result.shade}
          onClick={() => onShade(!isShaded)}
        >
          <ContrastIcon size={14} aria-hidden /> {viewMessages.result.confidence}
        </button>
      )}
    </>
  )
}
