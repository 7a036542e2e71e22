import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Notice } from '../design/Notice.tsx'

type State = { readonly error: Error | null }

/** Keeps the failure of one view from taking the others along. React has no function for this. */
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
              Load the page again
            </button>
          }
        >
          {error.message} A newer version of the service may have been started since this page was opened.
        </Notice>
      </main>
    )
  }
}
