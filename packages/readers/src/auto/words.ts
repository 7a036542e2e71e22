/** The words and numbers of a text, without the punctuation between them. */
export const wordsOfDocument = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .match(/[\p{L}\p{M}]+|[-+]?\p{N}[\p{N}.,]*/gu) ?? []

/** Words with the word after each of them. */
export const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`)

export const isNumber = (word: string): boolean => /\p{N}/u.test(word)
