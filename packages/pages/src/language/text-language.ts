/*
 * The language of a text, by its most common words, under the names of the packages of trained data (ISO 639-2/T). They are known
 * of the languages that the readers come with, and of others whose letters are lost where those are read. Words of one letter are
 * left out: they are also enumerators, and the values of cells.
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

/**
 * Common words of languages whose text may be read without the marks of their letters. The words are therefore without
 * marks, and none is an English word.
 */
const plainWordsByLanguage: Readonly<Record<string, string>> = {
  pol: 'nie sie jest na do ze przez oraz dla jak po od za ktore ktory ktorych ich byc tego tym przy lub jego jako czy pod bez zostala zostal bedzie wszystkie moze',
  ces: 'na se je ze do pro jsou jsme nebo jako ktery ktere jeho podle aby bylo byla byl ale po od za musi tak jeji pri pod bez vsichni byt',
  // Words of Czech's neighbours alone, so that a text in these is not taken for Czech.
  slk: 'sa su sme alebo ktora podla bola bol bolo pre vsetky tak',
  hrv: 'su smo da koji koje koja kao ili nije biti iz sve bi te nisu samo prema',
  slv: 'so smo da ki ali kot iz tudi ter lahko treba kako',
  ron: 'de la si in cu din pe este sunt care pentru nu sa ca mai au fost prin dupa sau acest aceasta trebuie fi va sunteti unui unei',
  hun: 'az es nem hogy egy csak mint vagy kell volt lesz azt kerjuk minden ezt meg valamint ket alabb',
  lit: 'ir yra kad su tai bet kaip per uz nuo iki arba pagal turi buti visi savo jei kuris kurie',
  tur: 'bir ve bu ile icin olan olarak daha cok gibi kadar ancak sonra veya tarafindan degil ise olup ilgili lutfen ay',
  vie: 'va cua khong duoc nguoi trong nhung voi mot nay phai hoac cac cho chung toi viec neu khi ngay thang khach quy tai theo duoi',
}

/** A word without the marks of its letters. */
const withoutMarks = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łđı]/g, (letter) => plainLetters[letter] ?? letter)

const plainLetters: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ı: 'i' }

const byWord = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const languages = new Map<string, string[]>()
  for (const [language, list] of Object.entries(lists))
    for (const word of list.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language])
  return languages
}

const [languagesByWord, languagesByPlainWord] = [byWord(commonWordsByLanguage), byWord(plainWordsByLanguage)]

const languagesOfWord = (word: string): readonly string[] => [
  ...(languagesByWord.get(word) ?? []),
  ...(languagesByPlainWord.get(withoutMarks(word)) ?? []),
]

/** Words of the language that a text must have, and how many different ones: names have a `de` or a `van`. */
const [minWords, minDifferent] = [4, 3]
/**
 * The minimum ratio of its words to those of the next language. Languages such as Spanish and Portuguese share some
 * words, and quotations bring more.
 */
const minLead = 1.5

/**
 * The language that most of a text is in, such as `deu`; null where its words do not say.
 * @example languageOfText('Der Hund und die Katze sind in dem Haus, und das ist nicht gut für den Hund.') // 'deu'
 */
export const languageOfText = (text: string): string | null => {
  const counts = new Map<string, { language: string; all: number; different: Set<string> }>()
  for (const [word] of text
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    for (const language of languagesOfWord(word)) {
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

/** Made for the first warning that names a language: it costs 3 % of the CPU time of the first PDF of a process. */
let englishNames: Intl.DisplayNames | null = null

/**
 * A language as it is called in a sentence.
 * @example englishNameOfLanguage('pol') // 'Polish'
 */
export const englishNameOfLanguage = (language: string): string =>
  (englishNames ??= new Intl.DisplayNames('en', { type: 'language' })).of(language) ?? language
