import { Contrast } from 'lucide-react'
import { formatNumber, formatShare, many } from '../design/format.ts'
import type { DoubtedPage } from './doubts.ts'

type Props = {
  readonly doubted: readonly DoubtedPage[]
  readonly pageCount: number
  readonly page: number
  readonly isShaded: boolean
  readonly onShade: (isShaded: boolean) => void
  readonly onPage: (page: number) => void
}

/** How many pages are listed; the rest are among the warnings. */
const maxListed = 50

/** The pages that need a look, the least sure first, and a switch that shades what is doubted. */
export const ReadingBar = ({ doubted, pageCount, page, isShaded, onShade, onPage }: Props) => (
  <div className="tab-bar reading-bar">
    {doubted.length === 0 ? (
      <span className="small muted pane-space">No page needs a look</span>
    ) : (
      <>
        <span className="small">
          <strong>{formatNumber(doubted.length)}</strong> of {many(pageCount, 'page')}{' '}
          {doubted.length === 1 ? 'needs' : 'need'} a look
        </span>
        <ul aria-label="Pages that need a look">
          {doubted.slice(0, maxListed).map(({ page: each, quality }) => (
            <li key={each}>
              <button
                type="button"
                className="chip"
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onPage(each)}
              >
                Page {each}
                {quality !== undefined && <span className="muted"> {formatShare(quality)}</span>}
              </button>
            </li>
          ))}
        </ul>
      </>
    )}
    <button
      type="button"
      className="button quiet"
      aria-pressed={isShaded}
      title="Shade the blocks that the reader is not sure of"
      onClick={() => onShade(!isShaded)}
    >
      <Contrast size={14} aria-hidden /> Confidence
    </button>
  </div>
)
