import { messages } from '../language/messages.ts'

/** What the earlier and the later run are called: by their providers, and by their order where that is the same. */
export const namesOf = (before: string, after: string): readonly [string, string] =>
  before === after ? [`${before} (${messages.runs.before})`, `${after} (${messages.runs.after})`] : [before, after]
