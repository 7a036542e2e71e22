import type { AnswerBlock } from '../../answer.ts'
import { isOtsl, otslToHtml } from './otsl.ts'
import { boxOfNumbers, markdownBlocks, typedBlocks } from './typed-blocks.ts'

type BoxedPageSize = { readonly width: number; readonly height: number }

const block =
  /<\|box_start\|>(?<sides>[\d\s]{1,40})<\|box_end\|><\|ref_start\|>(?<type>\w{1,40})<\|ref_end\|>(?:<\|rotate_\w{1,10}\|>)?(?:<\|md_start\|>)?/g

/** `<|box_start|>x0 y0 x1 y1<|box_end|><|ref_start|>type<|ref_end|>` before each block, in thousandths of the page. */
export const boxedBlocks = (content: string, { width, height }: BoxedPageSize): AnswerBlock[] => {
  const found = [...content.matchAll(block)]
  if (found.length === 0) return markdownBlocks(withoutMarks(content))
  return found.flatMap(({ 0: mark, index, groups }, position): AnswerBlock[] => {
    const sides = (groups?.['sides'] ?? '').trim().split(/\s+/).map(Number)
    const box = boxOfNumbers(sides.map((side, at) => (side / 1000) * (at % 2 === 0 ? width : height)))
    const type = groups?.['type'] ?? ''
    return typedBlocks(
      boxedBlockTypes[type] ?? type,
      contentOfBoxedBlock(type, content.slice(index + mark.length, found[position + 1]?.index)),
      {
        box,
      },
    )
  })
}

/** Every heading is a title there. */
const boxedBlockTypes: Readonly<Record<string, string>> = {
  title: 'section-header',
  image_footnote: 'footnote',
  table_footnote: 'footnote',
  page_number: 'page-footer',
}

const withoutMarks = (text: string): string => text.replaceAll(/<\|\w{1,40}\|>/g, '').trim()

/** Reads the content: Markdown, or HTML of tables. */
const contentOfBoxedBlock = (type: string, marked: string): string => {
  const text = withoutMarks(marked)
  if (type === 'image') return ''
  if (isOtsl(text)) return otslToHtml(text)
  if (type === 'list') return text.replaceAll(/^(?!\s*(?:[-*•]|\d{1,3}[.)])\s)(?=\S)/gm, '- ')
  return type === 'index' ? text.replaceAll('\n', '\n\n') : text
}
