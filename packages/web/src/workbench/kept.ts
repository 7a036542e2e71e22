import type { Choices } from '../request/choices.ts'
import type { Source } from '../request/source.ts'

/** What the workbench had when it was last looked at, so that a look at a result loses nothing. */
export const kept: { choices: Choices | null; sources: readonly Source[] } = { choices: null, sources: [] }

/** Has the workbench begin with a document and choices of before. */
export const prepareWorkbench = (source: Source | null, choices: Choices): void => {
  kept.choices = choices
  if (source !== null) kept.sources = [source]
}
