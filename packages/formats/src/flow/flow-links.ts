import type { Block, TextRun } from '@polyparse/document'
import type { FlowBlock, FlowPage } from './flow.ts'

/** An element that can hold links: a block, a block inside it, a cell. */
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

/**
 * The pages without links inside the document that lead to no block of them: to chapters that are not read, or to
 * nothing.
 */
export const withoutDeadLinks = (pages: readonly FlowPage[]): FlowPage[] => {
  const names = new Set(pages.flatMap(({ blocks }) => blocks.flatMap(({ anchors = [] }) => anchors)))
  const isDead = ({ href }: TextRun): boolean => href?.startsWith('#') === true && !names.has(href.slice(1))

  const kept = <Each extends Pick<FlowBlock, 'runs' | 'blocks'>>(content: Each): Each => {
    const { runs, blocks } = content
    if (blocks === undefined && runs?.some(isDead) !== true) return content
    return {
      ...content,
      ...(runs !== undefined && { runs: runs.map((run) => (isDead(run) ? unlinked(run) : run)) }),
      ...(blocks !== undefined && { blocks: blocks.map(keptBlock) }),
    }
  }
  const keptBlock = (block: FlowBlock): FlowBlock => {
    const { table } = block
    // Tables of sheets have many cells without any link.
    const isLinked = table?.cells.some(({ runs, blocks }) => runs !== undefined || blocks !== undefined) === true
    return { ...kept(block), ...(isLinked && { table: { ...table, cells: table.cells.map(kept) } }) }
  }
  return pages.map((page) => ({ ...page, blocks: page.blocks.map(keptBlock) }))
}

/** The blocks of a document of one page without links that lead to none of them. */
export const withLiveLinks = (blocks: readonly FlowBlock[]): readonly FlowBlock[] =>
  withoutDeadLinks([{ number: 1, blocks }]).flatMap((page) => page.blocks)

const unlinked = (run: TextRun): TextRun => {
  const { href: _, ...text } = run
  return text
}
