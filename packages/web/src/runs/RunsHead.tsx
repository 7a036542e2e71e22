import { ArrowLeftIcon } from '../design/icons.tsx'
import type { ReactNode } from 'react'
import { useViewMessages } from '../language/view-messages.ts'
import { hrefOfReading, type RunRef } from '../routing/run-ref.ts'

type RunsHeadProps = {
  /** The one whose reading the arrow leads back to. */
  readonly run: RunRef
  readonly isWide?: boolean
  readonly title: ReactNode
  /** The contents at its end. */
  readonly children?: ReactNode
}

export const RunsHead = ({ run, isWide = false, title, children }: RunsHeadProps) => {
  const viewMessages = useViewMessages()
  return (
    <header className={isWide ? 'runs-head is-wide' : 'runs-head'}>
      <a
        className="button quiet icon"
        href={hrefOfReading(run)}
        aria-label={viewMessages.runs.backToReading}
        title={viewMessages.runs.backToReading}
      >
        <ArrowLeftIcon size={16} aria-hidden />
      </a>
      <h1>{title}</h1>
      {children}
    </header>
  )
}
