import type { LanguageTag } from './languages.ts'

/** The current language, and texts that change with it. */
export type LanguageStore = {
  readonly current: () => LanguageTag
  /** Returns how to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
  /** Resolves to whether this is the current language now, which it is not if another was asked for in the meantime. */
  readonly change: (tag: LanguageTag) => Promise<boolean>
  /** Returns what reads texts in the current language, of which these are the first. */
  readonly keep: <Texts>(texts: Texts, load: (tag: LanguageTag) => Promise<Texts>) => () => Texts
  /** The same for texts of which none are there yet. */
  readonly load: <Texts>(load: (tag: LanguageTag) => Promise<Texts>) => Promise<() => Texts>
}

export const createLanguageStore = (first: LanguageTag): LanguageStore => {
  let current = first
  let asked = 0
  const listeners = new Set<() => void>()
  /** Each loads texts of a language, and returns what makes them the current ones. */
  const loaders: ((tag: LanguageTag) => Promise<() => void>)[] = []

  const keep: LanguageStore['keep'] = (texts, load) => {
    let kept = texts
    loaders.push(async (tag) => {
      const loaded = await load(tag)
      return () => (kept = loaded)
    })
    return () => kept
  }
  return {
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: async (tag) => {
      const turn = ++asked
      const uses: (() => void)[] = []
      // A view that is opened in the meantime has texts as well.
      while (uses.length < loaders.length)
        uses.push(...(await Promise.all(loaders.slice(uses.length).map((load) => load(tag)))))
      if (turn !== asked) return false
      for (const use of uses) use()
      current = tag
      for (const listener of listeners) listener()
      return true
    },
    keep,
    load: async (load) => {
      for (;;) {
        const tag = current
        const texts = await load(tag)
        if (tag === current) return keep(texts, load)
      }
    },
  }
}
