import type { Choices } from './choices.ts'
import type { ChosenSource } from './source.ts'

/** The state of the workbench when it was last left, so that viewing a result loses nothing. */
export const savedState: { choices: Choices | null; sources: readonly ChosenSource[] } = { choices: null, sources: [] }

/** Makes the workbench start with an earlier document and choices. */
export const prepareWorkbench = (source: ChosenSource | null, choices: Choices): void => {
  savedState.choices = choices
  if (source !== null) savedState.sources = [source]
}
