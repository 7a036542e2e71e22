import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Notice } from '../design/Notice.tsx'
import { readMessages } from '../language/messages.ts'

type GuardState = { readonly error: Error | null }

/** An error boundary: contains the failure of one view. React needs a class for this. */
export class Guard extends Component<{ readonly children: ReactNode }, GuardState> {
  override state: GuardState = { error: null }

  static getDerivedStateFromError(error: unknown): GuardState {
    return { error: error instanceof Error ? error : new Error(readMessages().common.unknownError) }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <main id="main" className="page">
        <Notice
          tone="bad"
          title={readMessages().frame.viewFailed}
          actions={
            <button type="button" className="button" onClick={() => location.reload()}>
              {readMessages().frame.reload}
            </button>
          }
        >
          <span lang="en">{error.message}</span> {readMessages().frame.mayBeUpdated}
        </Notice>
      </main>
    )
  }
}
