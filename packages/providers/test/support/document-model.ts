import { pagesOf, samplePages, type SampleBlock, type SamplePage } from './sample.ts'

export type DocumentModelScript = {
  /** What is answered about a page of the sample, by its number, instead of what it shows. */
  say?: Readonly<Record<number, string>>
  /** Pages in which an answer about several ends because it is too long. */
  cutIn?: readonly number[]
  /** Pages about which it will not answer. */
  declines?: readonly number[]
  /** How the marks between pages are written, instead of as told. */
  mark?: (told: string, position: number) => string
}

/** What was asked: the pages of the sample, and the words. */
export type Question = { readonly pages: readonly number[]; readonly prompt: string; readonly mediaType: string }

export type Answered = { readonly text: string; readonly end: 'finished' | 'cut' | 'declined' }

/** A model that knows the pages of the sample, and does as it is told. */
export const createDocumentModel = (script: DocumentModelScript) => {
  const questions: Question[] = []
  const answer = (mediaType: string, shown: Buffer, prompt: string): Answered => {
    const sent = mediaType === 'application/pdf' ? pagesOf(shown) : samplePages.slice(0, 1)
    const pages = sent.map((page) => samplePages.indexOf(page) + 1)
    questions.push({ pages, prompt, mediaType })
    if (pages.some((page) => script.declines?.includes(page))) return { text: '', end: 'declined' }
    const [, secret = ''] = /\[([\da-f]{8})\]=====/.exec(prompt) ?? []
    const texts: string[] = []
    for (const [index, page] of sent.entries()) {
      const told = `=====PAGE ${index + 1} OF ${sent.length} [${secret}]=====`
      const number = pages[index] ?? 0
      const text = script.say?.[number] ?? markdownOf(page)
      texts.push(sent.length === 1 ? text : `${(script.mark ?? unchanged)(told, index + 1)}\n\n${text}\n`)
      if (sent.length > 1 && script.cutIn?.includes(number)) return { text: texts.join('\n').slice(0, -8), end: 'cut' }
    }
    return { text: texts.join('\n'), end: 'finished' }
  }
  return { questions, answer }
}

const unchanged = (told: string): string => told

const markdownOf = ({ blocks }: SamplePage): string =>
  blocks
    .map(blockOf)
    .filter((text) => text !== '')
    .join('\n\n')

const blockOf = (block: SampleBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'table':
      return block.html
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``
    case 'picture':
      return `![${block.text}](picture)`
    case 'header':
    case 'footer':
      return ''
    case 'paragraph':
    case 'caption':
      return block.text
  }
}
