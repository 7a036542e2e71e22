import { type Warning, warning } from '@polyparse/document'
import type { FindPicture, FlowBlock } from '../../flow/flow.ts'
import { countUnreadMarkup } from '../../markup/markup-limits.ts'
import { blocksOfHtml } from '../../markup/markup.ts'
import { joinHtml } from './join-html.ts'
import { restoreTangles } from './restore-tangles.ts'
import { withoutTangles } from './tangles.ts'
import { markdownTreeBlocks, parseMarkdown } from '../../markup/tree.ts'

/** The blocks of Markdown and the HTML in it, and how many stretches would take too long to parse and stayed as text. */
export const readMarkdown = (
  source: string,
  findPicture?: FindPicture,
): { readonly blocks: readonly FlowBlock[]; readonly count: number } => {
  const untangled = withoutTangles(joinHtml(source))
  const readHtml = (html: string): FlowBlock[] => blocksOfHtml(html, findPicture)
  const { value, unread } = countUnreadMarkup(() =>
    markdownTreeBlocks(parseMarkdown(untangled.text), {
      readHtml,
      source: untangled.text,
      ...(findPicture && { findPicture }),
    }),
  )
  const { blocks, count } = restoreTangles(value, untangled)
  return { blocks, count: count + unread }
}

/** The warning for stretches that were not parsed; none for 0. */
export const markupUnread = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        warning(
          'markup_unread',
          `${count === 1 ? 'A stretch' : `${count} stretches`} of the document would take too long to parse, and stayed as plain text.`,
        ),
      ]
