/** Seconds for the answer about one page: a small model on a CPU takes minutes. */
export const pageSeconds = 600
/** Pages drawn at once, for each that is asked about at the same time: the next ones are ready when an answer comes. */
export const drawnAhead = 2

/** Answers that run in circles. */
export const repetition = {
  /** Characters of the part that comes again and again. */
  maxPeriod: 400,
  /** The number of times that it must come, and of characters that these must make: tables repeat themselves, too. */
  minTimes: 10,
  minCharacters: 300,
} as const

/** Numbers of an answer that the page does not have. */
export const invention = {
  /** Digits of a number that counts; shorter ones are written in many ways. */
  minDigits: 3,
  /** Characters of text in the file, without which nothing can be said. */
  minText: 50,
} as const

/** Characters of an answer that may be a refusal. */
export const maxRefusal = 400
