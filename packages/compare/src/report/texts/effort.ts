/** How much work may still go into marking differences: a report of very different texts must be made in seconds too. */
export type Effort = {
  /** So many words may differ between two stretches for them to be compared. */
  mostEdits(): number
  /** @param edits Those that were found; null when there were more than allowed. */
  spend(edits: number | null): void
}

const mostEditsAtOnce = 600

/** The cost grows with the square of the edits; so many steps are about a second. */
const mostSteps = 10_000_000

export const newEffort = (steps = mostSteps): Effort => {
  let left = steps
  const mostEdits = (): number => Math.min(mostEditsAtOnce, Math.floor(Math.sqrt(Math.max(0, left))))
  return {
    mostEdits,
    spend: (edits) => {
      left -= (edits ?? mostEdits()) ** 2
    },
  }
}
