import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Notice } from '../design/Notice.tsx'

type State = { readonly error: Error | null }

/** An error boundary: contains the failure of one view. React needs a class for this. */
export class Guard extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error('Something went wrong.') }
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
          title="This view could not be shown."
          actions={
            <button type="button" className="button" onClick={() => location.reload()}>
              Reload the page
            </button>
          }
        >
          {error.message} The service may have been updated since this page was opened.
        </Notice>
      </main>
    )
  }
}
