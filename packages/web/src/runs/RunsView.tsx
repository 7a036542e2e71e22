import { useMemo } from 'react'
import { useRoute } from '../routing/route.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { parseRunReference } from '../routing/run-ref.ts'
import { RunComparison } from './RunComparison.tsx'
import { RunPicker } from './RunPicker.tsx'
import './runs.css'

/** `#/runs/RUN` lists the other runs of a document, `#/runs/RUN/RUN` shows what has changed between two of them. */
export const RunsView = () => {
  const { path } = useRoute()
  const [, one = '', other] = path
  const runs = useMemo(
    () => ({ one: parseRunReference(one), other: other === undefined ? null : parseRunReference(other) }),
    [one, other],
  )
  return (
    <>
      <AccountButton />
      {runs.other === null ? (
        <RunPicker key={one} run={runs.one} />
      ) : (
        <RunComparison key={`${one}/${other}`} one={runs.one} other={runs.other} />
      )}
    </>
  )
}
