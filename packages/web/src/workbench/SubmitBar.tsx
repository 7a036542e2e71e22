import type { JobParameters } from '@polyparse/contract'
import { ArrowRight } from 'lucide-react'
import { many } from '../design/format.ts'
import { nameOf, type Source } from '../request/source.ts'

type Props = {
  readonly sources: readonly Source[]
  readonly checked: { readonly parameters: JobParameters } | { readonly mistake: string }
  readonly onSubmit: (parameters: JobParameters) => Promise<void>
}

/** A summary of the job, and the button that submits it. */
export const SubmitBar = ({ sources, checked, onSubmit }: Props) => {
  const [only] = sources
  const what = only !== undefined && sources.length === 1 ? nameOf(only) : many(sources.length, 'document')
  return (
    <div className="submit-bar">
      <p className="small" role="status">
        {'mistake' in checked ? (
          <span className="submit-mistake">{checked.mistake}</span>
        ) : sources.length === 0 ? (
          <span className="muted">No document yet.</span>
        ) : (
          <>
            <bdi>{what}</bdi>, parsed by {(checked.parameters.providers ?? [checked.parameters.provider]).join(', ')}
          </>
        )}
      </p>
      <button
        type="button"
        className="button primary"
        disabled={'mistake' in checked || sources.length === 0}
        onClick={() => 'parameters' in checked && void onSubmit(checked.parameters)}
      >
        {'parameters' in checked && checked.parameters.operation === 'compare' ? 'Compare' : 'Parse'}
        <ArrowRight size={15} aria-hidden />
      </button>
    </div>
  )
}
