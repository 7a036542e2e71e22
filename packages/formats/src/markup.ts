/*
 * Providers and the comparison make documents from the HTML and the Markdown of vendors with the parsers of the readers, so
 * that a heading, a list or a table is the same thing whoever has read it.
 */
export { maxCells } from './flow/flow.ts'
export { flowDocument } from './flow/document.ts'
export { createContents } from './flow/finish-contents.ts'
export { type FlowBlock, type FlowCell, type FlowTable, tableBlock } from './flow/flow.ts'
export { countUnreadMarkup } from './markup/markup-limits.ts'
export { blocksOfHtml, blocksOfMarkdown, inlineOf, tableOf, tableOfRows } from './markup/markup.ts'
export { markdownEngine } from './text/markdown/markdown-engine.ts'
