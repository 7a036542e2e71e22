import { inherited } from '../flow/content.ts'
import type { FlowBlock, FlowComment } from '../flow/flow.ts'

/** Places that links lead to, and comments, which belong to a block. */
export type Marks = { readonly anchors: string[]; readonly comments: FlowComment[] }

export const noMarks = (): Marks => ({ anchors: [], comments: [] })

/** Takes what has been left for the next block. */
export const takeMarks = (pending: Marks): Marks => ({
  anchors: pending.anchors.splice(0),
  comments: pending.comments.splice(0),
})

export const addMarks = (marks: Marks, { anchors, comments }: Marks): void => {
  for (const anchor of anchors) marks.anchors.push(anchor)
  for (const comment of comments) marks.comments.push(comment)
}

export const withMarks = (block: FlowBlock, marks: Marks): FlowBlock =>
  marks.anchors.length === 0 && marks.comments.length === 0 ? block : { ...block, ...inherited([block, marks]) }
