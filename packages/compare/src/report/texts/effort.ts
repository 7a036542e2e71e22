/** How much work may still go into marking differences: a report of very different texts must be made in seconds too. */
export type Effort = {
  /** So many words may differ between two stretches for them to be compared. */
  maxEdits(): number
  /** @param edits Those that were found; null when there were more than allowed. */
  spend(edits: number | null): void
}

const maxEditsAtOnce = 600

/** The cost grows with the square of the edits; so many steps are about a second. */
const maxSteps = 10_000_000

export const newEffort = (steps = maxSteps): Effort => {
  let left = steps
  const maxEdits = (): number => Math.min(maxEditsAtOnce, Math.floor(Math.sqrt(Math.max(0, left))))
  return {
    maxEdits,
    spend: (edits) => {
      left -= (edits ?? maxEdits()) ** 2
    },
  }
}
