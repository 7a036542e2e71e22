import { glob, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The pages whose blocks of code are run, each unless it is marked. */
const documentationPageGlobs = ['*.md', 'docs/**/*.md', '{packages,clients}/*/README.md', 'quality/README.md']

export type CodeBlockMark = 'no-run' | 'tested-by' | 'schema'

/** A fenced block of a page. Its marks follow its language, and no renderer shows them: ```sh no-run="reason". */
export type CodeBlock = {
  /** The path of the page from the root of the repository. */
  readonly page: string
  readonly line: number
  /** Empty, if the block names none. */
  readonly language: string
  readonly marks: ReadonlyMap<CodeBlockMark, string>
  readonly code: string
}

/** All blocks of the documentation, in order. A fence that cannot be understood is an error. */
export const readCodeBlocks = async (): Promise<readonly CodeBlock[]> => {
  const paths = (await Array.fromAsync(glob(documentationPageGlobs, { cwd: root })))
    .map((path) => path.replaceAll(sep, '/'))
    .toSorted()
  return (
    await Promise.all(paths.map(async (path) => codeBlocksIn(path, await readFile(join(root, path), 'utf8'))))
  ).flat()
}

/** The blocks of one page. */
export const readBlocksOf = async (page: string): Promise<readonly CodeBlock[]> =>
  codeBlocksIn(page, await readFile(join(root, page), 'utf8'))

export const codeBlocksIn = (page: string, text: string): CodeBlock[] => {
  const blocks: CodeBlock[] = []
  let open: { readonly line: number; readonly fence: string; readonly info: string; readonly code: string[] } | null =
    null
  for (const [index, line] of text.split('\n').entries()) {
    const [, fence, info = ''] = /^ *(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === null) {
      if (fence !== undefined) open = { line: index + 1, fence, info, code: [] }
    } else if (fence?.startsWith(open.fence) === true && info.trim() === '') {
      blocks.push({
        page,
        line: open.line,
        ...readInfo(open.info, `${page}:${open.line}`),
        code: open.code.join('\n') + '\n',
      })
      open = null
    } else open.code.push(line)
  }
  if (open !== null) throw new Error(`${page}:${open.line}: the block has no end`)
  return blocks
}

const isMark = (name: string): name is CodeBlockMark => ['no-run', 'tested-by', 'schema'].includes(name)

const readInfo = (info: string, place: string): Pick<CodeBlock, 'language' | 'marks'> => {
  const [, language = '', rest = ''] = /^ *([\w-]*)((?: +[\w-]+="[^"]+")*) *$/.exec(info) ?? []
  if (language === '' && info.trim() !== '') throw new Error(`${place}: ${info} is not a language and marks in quotes`)
  const marks = new Map<CodeBlockMark, string>()
  for (const [, name = '', value = ''] of rest.matchAll(/([\w-]+)="([^"]+)"/g)) {
    if (!isMark(name)) throw new Error(`${place}: ${name} is not a mark`)
    marks.set(name, value)
  }
  return { language, marks }
}

/** A block of TypeScript as a module. One that goes on with the `client` of an earlier block gets one of its own. */
export const asModule = (code: string): string =>
  code.includes('client') && !code.includes('createClient(')
    ? `import { createClient } from '@polyparse/client'\nconst client = createClient()\n${code}`
    : code
