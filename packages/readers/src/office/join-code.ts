import type { FlowBlock } from '../flow/flow.ts'

/** Lines of code that follow each other, each a paragraph in the document, become one block. */
export const joinCode = (blocks: readonly FlowBlock[]): FlowBlock[] => {
  const joined: FlowBlock[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (block.type === 'code' && before?.type === 'code')
      joined.splice(-1, 1, { ...before, text: `${before.text}\n${block.text}` })
    else joined.push(block)
  }
  return joined
}
