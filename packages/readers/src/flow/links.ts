import type { Block, TextRun } from '@polyparse/document'

/** What can hold links: a block, a block inside it, a cell. */
type Linking = { readonly runs?: readonly TextRun[]; readonly blocks?: Block['blocks'] }

/** Links inside the document, which lead to names until the ids of all blocks are known. */
export type Links = {
  readonly add: (names: readonly string[], id: string) => void
  /** The same with links by ids; one to an unknown name stays as it is. */
  readonly resolve: <Each extends Linking>(linking: Each) => Each
}

export const createLinks = (): Links => {
  const idOf = new Map<string, string>()

  const resolveRuns = (runs: readonly TextRun[]): readonly TextRun[] =>
    runs.map((run) => {
      const id = run.href?.startsWith('#') === true ? idOf.get(run.href.slice(1)) : undefined
      return id === undefined ? run : { ...run, href: `#${id}` }
    })

  const resolve: Links['resolve'] = (linking) => {
    const { runs, blocks } = linking
    if (idOf.size === 0 || (runs === undefined && blocks === undefined)) return linking
    return {
      ...linking,
      ...(runs !== undefined && { runs: resolveRuns(runs) }),
      ...(blocks !== undefined && { blocks: blocks.map(resolve) }),
    }
  }

  return {
    add: (names, id) => {
      for (const name of names) if (!idOf.has(name)) idOf.set(name, id)
    },
    resolve,
  }
}
