import type { DisputeKind, DisputeSide } from '@polyparse/contract'
import type { Subject } from '../findings/finding.ts'

type About = {
  readonly kind: DisputeKind
  readonly subject: Subject
  readonly sides: readonly DisputeSide[]
  readonly outlier: string | null
  /** Those that have something there, and those that have nothing. */
  readonly having: readonly string[]
  readonly lacking: readonly string[]
  /** Those that have it in a table. */
  readonly tables: readonly string[]
  readonly page: number
}

const maxQuoteLength = 80

/** What a dispute is about, in a sentence. */
export const messageOf = (about: About): string => {
  const { kind, subject, having, lacking, page } = about
  if (subject === 'reading' || subject === 'misreading') return readings(about)
  if (subject === 'order') return `${subjectOf(about)} reads the passages of page ${page} in another order.`
  if (subject === 'columns') return `The columns of a table on page ${page} stand in another order${as(about)}.`
  if (subject === 'cells') return `Cells of a table on page ${page} stand in other columns${as(about)}.`
  if (subject === 'shape') return `A table on page ${page} has other rows or columns${as(about)}, with the same text.`
  if (subject === 'no_table') return tableOrText(about)
  const [have, lack] = [list(having), list(lacking)]
  if (subject === 'page')
    return `${lack} ${having.length > 0 && lacking.length === 1 ? 'has' : 'have'} no text on page ${page}, where ${have} found some.`
  const what =
    subject === 'row'
      ? 'a row of a table'
      : subject === 'column'
        ? 'a column of a table'
        : kind === 'missing' || kind === 'unmatched'
          ? 'a passage'
          : quote(about)
  if (kind === 'unmatched') return `Only ${have} has ${what} here: the others lost it, or it was made up.`
  const number = lacking.length === 1 ? 'lacks' : 'lack'
  return `${lack} ${number} ${what} that ${have} ${having.length === 1 ? 'has' : 'have'}.`
}

/** `a, b and c` */
export const list = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'nobody') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const subjectOf = ({ outlier, sides }: About): string =>
  outlier ?? list(sides.map(({ provider }) => provider).slice(0, 1))

const tableOrText = ({ sides, tables, page }: About): string => {
  const others = sides.flatMap(({ provider }) => (tables.includes(provider) ? [] : [provider]))
  if (others.length === 0) return `The tables on page ${page} begin and end elsewhere in each.`
  return `${list(tables)} ${tables.length === 1 ? 'has' : 'have'} a table on page ${page} that ${list(others)} ${others.length === 1 ? 'has' : 'have'} as lines of text.`
}

const as = ({ outlier }: About): string => (outlier === null ? '' : ` in ${outlier}`)

const quoted = (text: string): string =>
  `“${text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text}”`

const quote = ({ sides }: About): string => quoted(sides.find(({ text }) => text !== '')?.text ?? '')

const readings = ({ sides }: About): string => {
  const byText = [...Map.groupBy(sides, ({ text }) => text)]
  const parts = byText.map(([text, of]) => {
    const who = list(of.map(({ provider }) => provider))
    const verb = of.length === 1 ? 'reads' : 'read'
    return text === '' ? `${who} ${verb} nothing` : `${who} ${verb} ${quoted(text)}`
  })
  return `${parts.join(', ')}.`
}
