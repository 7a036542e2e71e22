import type { PageAnswers } from '../provider.ts'

/** The answers about single pages of one run, in memory. */
export const createPageAnswers = (): PageAnswers => {
  const answers = new Map<number, string>()
  return {
    pages: async () => new Set(answers.keys()),
    has: async (page) => answers.has(page),
    keep: async (page, answer) => {
      if (!answers.has(page)) answers.set(page, answer)
    },
    all: async () => [...answers].toSorted(([a], [b]) => a - b).map(([, answer]) => answer),
  }
}
