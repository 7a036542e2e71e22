import type { ContentWord } from '../../layout/page-content.ts'

/** The words of a page by the marked content they are in. */
export type WordSource = {
  /** The words of a marked-content sequence, once: whoever asks again gets none. */
  take(mark: number): readonly ContentWord[]
  /** Words nobody has taken. */
  left(): ContentWord[]
}

export const createWordSource = (words: readonly ContentWord[]): WordSource => {
  const byMark = new Map<number, ContentWord[]>()
  for (const word of words) {
    if (word.mark === null) continue
    const list = byMark.get(word.mark)
    if (list === undefined) byMark.set(word.mark, [word])
    else list.push(word)
  }
  const taken = new Set<number>()
  return {
    take: (mark) => {
      if (taken.has(mark)) return []
      taken.add(mark)
      return byMark.get(mark) ?? []
    },
    left: () => words.filter(({ mark }) => mark === null || !taken.has(mark)),
  }
}
