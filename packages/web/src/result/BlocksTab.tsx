import type { Warning } from '@polyparse/contract'
import { useMemo, useState, type ComponentProps } from 'react'
import { doubtedPages, hasConfidence } from './doubts.ts'
import { ReadingBar } from './ReadingBar.tsx'
import { ReadingView } from './ReadingView.tsx'

type Props = Omit<ComponentProps<typeof ReadingView>, 'isShaded'> & {
  readonly warnings: readonly Warning[]
  readonly onPage: (page: number) => void
}

/** The text block by block, below the pages that need a look. */
export const BlocksTab = ({ onPage, ...view }: Props) => {
  const { reading, warnings, page } = view
  const [isShaded, setShaded] = useState(false)
  const doubted = useMemo(() => doubtedPages(reading, warnings), [reading, warnings])
  const isRated = useMemo(() => hasConfidence(reading), [reading])
  return (
    <>
      {(isRated || doubted.length > 0) && (
        <ReadingBar
          doubted={doubted}
          pageCount={reading.pages.length}
          page={page}
          isShaded={isShaded}
          onShade={setShaded}
          onPage={onPage}
        />
      )}
      <div className="panel-body fills">
        <ReadingView {...view} isShaded={isShaded} />
      </div>
    </>
  )
}
