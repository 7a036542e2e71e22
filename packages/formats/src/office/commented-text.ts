/** The text of the stretches that comments are about, by what the document calls those. */
export type CommentedText = {
  readonly begin: (name: string) => void
  readonly end: (name: string) => void
  /** Text in its order, with a line break after each paragraph. */
  readonly read: (text: string) => void
  /** The start of the text of a stretch, or ''. */
  readonly textOf: (name: string) => string
}

/** Characters of a stretch that are kept: it is to be found again, not read. */
const longest = 300

export const createCommentedText = (): CommentedText => {
  const texts = new Map<string, string>()
  const open = new Set<string>()
  return {
    begin: (name) => open.add(name),
    end: (name) => open.delete(name),
    read: (text) => {
      if (text === '') return
      for (const name of open) {
        const all = (texts.get(name) ?? '') + text
        texts.set(name, all.slice(0, longest))
        if (all.length > longest) open.delete(name)
      }
    },
    textOf: (name) => (texts.get(name) ?? '').trim(),
  }
}
