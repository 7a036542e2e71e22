import { readViewMessages } from '../language/view-messages.ts'

/** Returns what the earlier and the later run are called: by their providers, and by their order where that is the same. */
export const namesOf = (before: string, after: string): readonly [string, string] => {
  const viewMessages = readViewMessages()
  return before === after
    ? [`${before} (${viewMessages.runs.before})`, `${after} (${viewMessages.runs.after})`]
    : [before, after]
}
