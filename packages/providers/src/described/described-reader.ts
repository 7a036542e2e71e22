import { numbersTo } from '@polyparse/document'
import type { Answer } from '../answer.ts'
import { htmlBlocks, plainBlocks, textBlocks } from '../answer-blocks.ts'
import type { AnswerReader } from '../answer-reader.ts'
import { originalPage } from '../cut-pages.ts'
import { unusableAnswer } from '../read-answer.ts'
import type { DescribedAnswer } from './description.ts'
import { documentPages } from './document-pages.ts'

/** Returns how the answers of a described parser are read. */
export const describedReader = (vendor: string, answer: DescribedAnswer): AnswerReader => ({
  form: answer.from === 'body' && answer.format !== 'document' ? 'text' : 'json',
  read: ([body], facts) => {
    const found = answer.from === 'body' ? [body] : valuesAt(body, answer.from)
    if (found.length === 0) throw unusableAnswer(vendor, `nothing at ${answer.from}`)
    const original = originalPage(facts.request, facts.survey)
    const { format } = answer
    if (format === 'document') return { pages: documentPages(vendor, found, original), raw: body }
    const pages = found.flatMap((text) => splitDescribedPages(vendor, text, answer))
    const hasPages = answer.pageSeparator !== undefined || answer.from.includes('*')
    const numbered = pages.map((text, index) => ({
      number: original(index + 1),
      ...unknownSize,
      blocks: describedFormatReaders[format](text, { box: null }),
    }))
    return hasPages ? { pages: numbered, raw: body } : onFirstPage(vendor, { pages: numbered, raw: body }, facts.survey)
  },
})

const unknownSize = { size: null, points: null }

const describedFormatReaders = { markdown: textBlocks, html: htmlBlocks, text: plainBlocks }

const splitDescribedPages = (vendor: string, text: unknown, { from, pageSeparator }: DescribedAnswer): string[] => {
  if (typeof text !== 'string') throw unusableAnswer(vendor, `${from} must be string`)
  return pageSeparator === undefined ? [text] : text.split(pageSeparator)
}

/** The values at a JSON pointer (RFC 6901), in which `*` means each element of a list. */
const valuesAt = (value: unknown, pointer: string): unknown[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown[]>((values, part) => values.flatMap((each) => childrenAtPointerPart(each, part)), [value])

const childrenAtPointerPart = (value: unknown, part: string): unknown[] => {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return part === '*' ? [...list] : list.slice(Number(part), Number(part) + 1)
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => (name === part ? [member] : []))
}

/** The other pages are there, as far as they are known, and without content. */
const onFirstPage = (
  vendor: string,
  answer: Answer,
  { pages, pageCount }: { readonly pages: readonly number[] | null; readonly pageCount: number | null },
): Answer => {
  const numbers = pages ?? numbersTo(pageCount ?? 1)
  const rest = numbers.slice(1).map((number) => ({ number, ...unknownSize, blocks: [] }))
  if (rest.length === 0) return answer
  const message = `${vendor} does not say what is on which page: all of it is on page ${numbers[0] ?? 1}.`
  return { ...answer, pages: [...answer.pages, ...rest], warnings: [{ code: 'pages_unknown', message }] }
}
