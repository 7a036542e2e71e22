import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'

/** The answer of a model about a document or one of its pages. */
export type GivenLabel = { readonly label: string | null; readonly words: readonly string[] }
export type GivenPage = GivenLabel & { readonly page: number; readonly begins: boolean }

/** Passages of one label that are looked for. */
const maxPassages = 5
/** Pages of one answer that are read: more than a portion has. */
const maxPages = 10_000

const Label = Type.Object({ label: Type.Union([Type.String(), Type.Null()]) })
const Words = Type.Object({ words: Type.Array(Type.Unknown()) })
const Page = Type.Object({ page: Type.Integer() })
const Pages = Type.Object({ pages: Type.Array(Type.Unknown()) })
const Beginning = Type.Object({ begins: Type.Literal(true) })

/** The label in an answer; null where it has none, whatever else it has. */
export const readGivenLabel = (answer: unknown): GivenLabel => ({
  label: Check(Label, answer) ? answer.label : null,
  words: Check(Words, answer)
    ? answer.words.filter((passage) => typeof passage === 'string').slice(0, maxPassages)
    : [],
})

/** The pages in an answer that say which they are. */
export const readGivenPages = (answer: unknown): GivenPage[] =>
  Check(Pages, answer)
    ? answer.pages
        .slice(0, maxPages)
        .flatMap((page) =>
          Check(Page, page) ? [{ ...readGivenLabel(page), page: page.page, begins: Check(Beginning, page) }] : [],
        )
    : []
