import type { Warning } from '@polyparse/contract'
import type { BlockValue } from '@polyparse/document/schema'
import { useMemo, useState, type ComponentProps } from 'react'
import { CorrectBlock } from '../corrections/CorrectBlock.tsx'
import { blocksBetween } from './chosen-blocks.ts'
import { CopyBar } from './CopyBar.tsx'
import { doubtedPages, hasConfidence } from './doubts.ts'
import { ReadingBar } from './ReadingBar.tsx'
import { ReadingView } from './ReadingView.tsx'

type BlocksTabProps = Omit<ComponentProps<typeof ReadingView>, 'isShaded' | 'chosen' | 'onExtend'> & {
  readonly warnings: readonly Warning[]
  readonly onPage: (page: number) => void
}

/** The text block by block, below the pages that need a look and what can be copied. */
export const BlocksTab = ({ onPage, ...view }: BlocksTabProps) => {
  const { reading, warnings, page, selected } = view
  const [isShaded, setShaded] = useState(false)
  /** The last of the chosen blocks, and the selected one that it belongs to. */
  const [extent, setExtent] = useState<{ readonly from: string | null; readonly to: string } | null>(null)
  const doubted = useMemo(() => doubtedPages(reading, warnings), [reading, warnings])
  const isRated = useMemo(() => hasConfidence(reading), [reading])
  const to = extent?.from === selected ? extent.to : selected
  const chosen = useMemo(() => blocksBetween(reading, selected, to), [reading, selected, to])
  const [only] = chosen
  return (
    <>
      <div className="tab-bar reading-bar">
        <ReadingBar
          doubted={doubted}
          isRated={isRated}
          pageCount={reading.pages.length}
          page={page}
          isShaded={isShaded}
          onShade={setShaded}
          onPage={onPage}
        />
        <CopyBar reading={reading} page={page} chosen={chosen} />
      </div>
      <div className="panel-body fills">
        <ReadingView
          {...view}
          isShaded={isShaded}
          chosen={chosen}
          onExtend={(block: BlockValue) => setExtent({ from: selected, to: block.id })}
        />
      </div>
      {only !== undefined && chosen.length === 1 && (
        <CorrectBlock block={only} table={reading.tables.get(only.table ?? '') ?? null} />
      )}
    </>
  )
}
