import type { FlowBlock } from '../flow.ts'

/** The paragraphs of a plain text: what blank lines divide, their lines as they are. */
export const paragraphsOf = (source: string): FlowBlock[] =>
  source
    .replaceAll(/\r\n?|\u2028|\u2029|\f/g, '\n')
    .replaceAll('\0', '')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/[^\S\n]+$/gm, '')
        .replace(/^\n+/, '')
        .trimEnd(),
    )
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ type: 'paragraph', text: paragraph }))
