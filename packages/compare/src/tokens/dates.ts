/** The months by the first letters that tell them apart in English, German, French, Spanish, Italian, Portuguese, Dutch. */
const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'enero', 'gennaio', 'janeiro', 'januari'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio', 'fevereiro', 'februari'],
  ['march', 'mar', 'märz', 'mrz', 'mars', 'marzo', 'março', 'maart'],
  ['april', 'apr', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho'],
  ['august', 'aug', 'août', 'agosto', 'augustus'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'diciembre', 'dicembre', 'dezembro'],
]

const numberOfMonth = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1])))

/** The number of a month by its name, folded to small letters; undefined for any other word. */
export const monthOf = (word: string): number | undefined => numberOfMonth.get(word)

const pad = (value: number): string => String(value).padStart(2, '0')

/** `2024-03-12` */
export const isoDate = (year: number, month: number, day: number): string => `${year}-${pad(month)}-${pad(day)}`

/** The date of three numbers in their order, as ISO 8601 where day and month can be told apart. */
export const canonicalDate = (printed: string): string => {
  const [first = 0, second = 0, third = 0] = (printed.match(/\d+/g) ?? []).map(Number)
  if (first > 31) return isoDate(first, second, third)
  if (printed.includes('.') || (first > 12 && second <= 12)) return isoDate(third, second, first)
  if (second > 12) return isoDate(third, first, second)
  return `${first}/${second}/${third}`
}
