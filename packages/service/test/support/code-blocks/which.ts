import { type CodeBlock, readCodeBlocks } from '@polyparse/test-support/code-blocks'

/** Pages whose blocks recognise text or start many processes: `npm run test:long` runs them. */
export const slowPages: readonly string[] = ['docs/use/cli.md', 'docs/use/compare.md', 'packages/cli/README.md']

const runLanguages: ReadonlySet<string> = new Set(['sh', 'console', 'ts', 'js', 'python'])

/** Languages of blocks that only show something. Any other is an error: `bash` would be neither run nor marked. */
const shownLanguages: ReadonlySet<string> = new Set(['text', 'http', 'md', 'mermaid', 'json', 'dotenv', 'yaml'])

export const isKnownLanguage = (language: string): boolean => runLanguages.has(language) || shownLanguages.has(language)

export const isRun = ({ language, marks }: CodeBlock): boolean =>
  runLanguages.has(language) && !marks.has('no-run') && !marks.has('tested-by')

/** The blocks to run, by page. */
export const readPagesToRun = async (): Promise<ReadonlyMap<string, readonly CodeBlock[]>> =>
  Map.groupBy((await readCodeBlocks()).filter(isRun), ({ page }) => page)
