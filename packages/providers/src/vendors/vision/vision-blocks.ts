import { lastOf } from '@polyparse/document/items'
import type { AnswerBlock } from '../../answer.ts'
import { boxedBlocks } from './boxed-blocks.ts'
import { labelledBlocks } from './labelled-html.ts'
import type { AnswerKind } from './profile.ts'
import { boxOfNumbers, markdownBlocks, typedBlocks } from './typed-blocks.ts'

type AnswerPageSize = { readonly width: number; readonly height: number }

/** The blocks of an answer about a page; boxes in pixels of the picture, null where the model gives none. */
export const blocksOfAnswer = (kind: AnswerKind, content: string, size: AnswerPageSize): AnswerBlock[] => {
  const text = withoutFence(withoutThoughts(content))
  switch (kind) {
    case 'markdown':
      return markdownBlocks(text)
    case 'front-matter':
      return markdownBlocks(text.replace(/^\s*---\n[^]*?\n---(?:\n|$)/, ''))
    case 'layout':
      return layoutBlocks(text) ?? markdownBlocks(text)
    case 'grounded':
      return groundedBlocks(text, size)
    case 'boxed':
      return boxedBlocks(text, size)
    case 'labelled':
      return labelledBlocks(text, size) ?? markdownBlocks(text)
  }
}

/** Drops the thoughts of a model, which come before its answer where the server does not take them out. */
const withoutThoughts = (content: string): string => lastOf(content.split('</think>'))

/**
 * Models like to put a fence around the whole page.
 * @example withoutFence('```markdown\n# Terms\n```') // '# Terms'
 */
export const withoutFence = (content: string): string =>
  /^\s*```(?:markdown|md|html|json)?\n(?<inner>[^]*?)\n?```\s*$/.exec(content)?.groups?.['inner'] ?? content

const layoutBlocks = (text: string): AnswerBlock[] | null => {
  const list = listIn(text)
  if (list === null) return null
  return list.flatMap((entry): AnswerBlock[] => {
    if (!isAnswerRecord(entry)) return []
    const { bbox, category, text: written } = entry
    return typedBlocks(typeof category === 'string' ? category : '', typeof written === 'string' ? written : '', {
      box: boxOfNumbers(bbox),
    })
  })
}

/** The list of an answer in JSON, alone or under a name; what there is of one that was cut off. */
const listIn = (text: string): unknown[] | null => {
  const found = parseVisionAnswerJson(text) ?? parseVisionAnswerJson(`${text.slice(0, text.lastIndexOf('}') + 1)}]`)
  if (Array.isArray(found)) return found
  return isAnswerRecord(found) ? (Object.values(found).find(Array.isArray) ?? null) : null
}

const parseVisionAnswerJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isAnswerRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `<|ref|>type<|/ref|><|det|>[[x0, y0, x1, y1]]<|/det|>` before each block, in thousandths of the page. */
const groundedBlocks = (content: string, { width, height }: AnswerPageSize): AnswerBlock[] => {
  const found = [
    ...content.matchAll(
      /<\|ref\|>(?<type>[^<]{1,40})<\|\/ref\|><\|det\|>\[*(?<sides>[\d\s,.]{1,80})\]*[^<]{0,400}<\|\/det\|>/g,
    ),
  ]
  if (found.length === 0) return markdownBlocks(content.replaceAll(/<\|\/?\w+\|>/g, ''))
  return found.flatMap(({ 0: mark, index, groups }, position): AnswerBlock[] => {
    const sides = (groups?.['sides'] ?? '').split(',').map(Number)
    const text = content.slice(index + mark.length, found[position + 1]?.index).trim()
    const box = boxOfNumbers(sides.map((side, at) => (side / 999) * (at % 2 === 0 ? width : height)))
    return typedBlocks(groups?.['type'] ?? '', text, { box })
  })
}
