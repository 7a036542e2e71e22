import type { FlowBlock } from '../../flow/flow.ts'
import type { Untangled } from './tangles.ts'

/** The blocks with what was taken out, and the number of them that are markup and not code. */
export const restoreTangles = (
  blocks: readonly FlowBlock[],
  { restore }: Untangled,
): { readonly blocks: readonly FlowBlock[]; readonly count: number } => {
  let count = 0
  const restored = blocks.map((block): FlowBlock => {
    const whole = restore(block.text, block.type === 'code' ? 'code' : 'text')
    if (whole === block.text) return block
    if (block.type === 'code') return { ...block, text: whole }
    count += 1
    const inline = (text: string): string => restore(text, 'text').replaceAll(/\s+/g, ' ')
    return {
      ...block,
      text: inline(block.text),
      ...(block.runs !== undefined && { runs: block.runs.map((run) => ({ ...run, text: inline(run.text) })) }),
      ...(block.table !== undefined && {
        table: { ...block.table, cells: block.table.cells.map((cell) => ({ ...cell, text: inline(cell.text) })) },
      }),
    }
  })
  return { blocks: restored, count }
}
