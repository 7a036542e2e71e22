/*
 * The language of a text, by its most common words. They are known of the languages that the readers come with, and named
 * as the packages of trained data are (ISO 639-2/T). Words of one letter are left out: they are also enumerators, and the
 * values of cells.
 */

const commonWordsByLanguage: Readonly<Record<string, string>> = {
  eng: 'the of and to in is that for was with as by are this be from have not which your you at or it an we will',
  deu: 'der die und das den von zu ist mit des auf für im dem nicht ein eine als sich auch werden bei oder bis zum zur sie wir ihre einer wird sind',
  fra: 'le la les et de des en du est une dans pour que qui sur par au avec ne sont pas plus ce nous vous votre aux été cette ou',
  spa: 'el la de que en los del las se por con una para es al su como más lo no pero sus fue son este sobre está',
  ita: 'il di che la per un in del della dei le con una sono non si al nel alla da gli delle più come ha anche',
  por: 'de que do da em um para com não uma os no se na por mais as dos como ao das foi são pela pelo',
  nld: 'de het een van en in is dat op te voor met zijn niet aan er door als bij ook worden naar wordt uw wij deze',
}

const languagesByWord = new Map<string, string[]>()
for (const [language, list] of Object.entries(commonWordsByLanguage))
  for (const word of list.split(' ')) languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language])

/** Words of the language that a text must have, and how many different ones: names have a `de` or a `van`. */
const [minWords, minDifferent] = [4, 3]
/** How many times as many words as of the next language: Spanish and Portuguese, and quotations, share some. */
const minLead = 1.5

/** The language that most of a text is in, such as `deu`; null where its words do not say. */
export const languageOfText = (text: string): string | null => {
  const counts = new Map<string, { language: string; all: number; different: Set<string> }>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    for (const language of languagesByWord.get(word) ?? []) {
      const count = counts.get(language) ?? { language, all: 0, different: new Set<string>() }
      counts.set(language, count)
      count.all += 1
      count.different.add(word)
    }
  }
  const [first, second] = [...counts.values()].toSorted((a, b) => b.all - a.all)
  if (first === undefined || first.all < minWords || first.different.size < minDifferent) return null
  return first.all >= (second?.all ?? 0) * minLead ? first.language : null
}
