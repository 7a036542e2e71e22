import { AnsweredProblem } from '../api/errors.ts'

type PageReaderParts = {
  readonly read: (page: number) => Promise<string>
  /** Called with pages that have been read, each of which may come again when it has been read again. */
  readonly onRead: (pages: ReadonlyMap<number, string>) => void
}

export type PageReader = {
  /** A page can be read. */
  readonly tell: (page: number) => void
  readonly end: () => void
}

/** The number of pages that are requested at once: a fast reader announces hundreds a second, and each is a request. */
const pagesAtOnce = 4

/**
 * Reads the pages of a job that it has told of, the first ones first. They come with the result as well, so a page that
 * cannot be had is left out, and nothing more is asked of a service that refuses or does not answer.
 */
export const createPageReader = ({ read, onRead }: PageReaderParts): PageReader => {
  const wanted = new Set<number>()
  let isReading = false
  let isOver = false
  const readOne = async (page: number): Promise<readonly [number, string][]> => {
    try {
      return [[page, await read(page)]]
    } catch (error) {
      // Its run has failed and begins again.
      if (!(error instanceof AnsweredProblem && error.problem.code === 'no_result')) isOver = true
      return []
    }
  }
  const readAll = async (): Promise<void> => {
    isReading = true
    while (wanted.size > 0 && !isOver) {
      const pages = [...wanted].toSorted((one, other) => one - other).slice(0, pagesAtOnce)
      for (const page of pages) wanted.delete(page)
      const found = await Promise.all(pages.map(readOne))
      onRead(new Map(found.flat()))
    }
    isReading = false
  }
  return {
    tell: (page) => {
      wanted.add(page)
      if (!isReading) void readAll()
    },
    end: () => {
      isOver = true
    },
  }
}

/**
 * The pages that have been read, in order, as one text; `gap` replaces those that were asked for and are still missing.
 */
export const textOfReadPages = (
  pages: ReadonlyMap<number, string>,
  { asked, gap }: { readonly asked: readonly number[] | null; readonly gap: (first: number, last: number) => string },
): string => {
  const parts: string[] = []
  let missing: number[] = []
  const wanted = asked ?? Array.from({ length: Math.max(0, ...pages.keys()) }, (_, index) => index + 1)
  for (const page of wanted) {
    const text = pages.get(page)
    if (text === undefined) {
      missing.push(page)
      continue
    }
    const [first, last] = [missing[0], missing.at(-1)]
    if (first !== undefined && last !== undefined) parts.push(gap(first, last))
    missing = []
    if (text !== '') parts.push(text)
  }
  return parts.join('\n\n')
}
