/*
 * Boxes to tick stand in the text as `☑` and `☐`, be they drawn, characters of any font, or fields of a form.
 */

/** The sign of a box. */
export const signOf = ({ isTicked }: { readonly isTicked: boolean }): string => (isTicked ? '☑' : '☐')

/** Whether a word is the sign of a box, as `signOf` writes it. */
export const isTickSign = (text: string): boolean => text === '☑' || text === '☐'

/** Whether a character is a box and nothing else, so that it is a word of its own. */
export const isBoxCharacter = (text: string): boolean => boxes.open.test(text) || boxes.filled.test(text)

type Shape = { readonly open: RegExp; readonly filled: RegExp }

const boxes: Shape = { open: /^[☐❏❐❑❒▢⬜🗆]$/u, filled: /^[☑☒⊠⌧✅🗷🗹]$/u }
/** These are also the bullets of lists. */
const squares: Shape = { open: /^[□◻]$/u, filled: /^[■◼⬛]$/u }
const circles: Shape = { open: /^[○◯❍⚪]$/u, filled: /^[●◉⦿⬤⚫]$/u }

type Word = {
  readonly text: string
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
  readonly baseline: number
  readonly size: number
}

/**
 * The words of a page with each character of a box as its sign. Plain squares and circles are boxes where two stand on
 * one line with labels, or open and filled ones below each other, as no bullets do; then all squares of the page are, and the
 * circles that begin where these do. Filled ones are ticked only beside open ones.
 */
export const withTickSigns = <Some extends Word>(words: readonly Some[]): readonly Some[] => {
  const signs = new Map<Some, string>()
  const sure = words.filter(({ text }) => isBoxCharacter(text))
  for (const word of sure) signs.set(word, signOf({ isTicked: boxes.filled.test(word.text) }))
  for (const shape of [squares, circles]) {
    const own = words.filter(({ text }) => shape.open.test(text) || shape.filled.test(text))
    const among = shape === squares ? [...sure, ...own] : own
    const choices = choicesAmong(among).intersection(new Set(own))
    const sides = new Set([...choices].map(leftOf))
    const chosen = own.filter((word) =>
      shape === squares ? choices.size > 0 : choices.has(word) || sides.has(leftOf(word)),
    )
    const areSome = (shape === squares ? among : chosen).some(isOpen)
    for (const word of chosen) if (isOpen(word) || areSome) signs.set(word, signOf({ isTicked: !isOpen(word) }))
  }
  return words.map((word) => {
    const text = signs.get(word)
    return text === undefined || text === word.text ? word : { ...word, text }
  })
}

const leftOf = ({ box }: Word): number => Math.round(box[0])

const isOpen = ({ text }: Word): boolean => [boxes, squares, circles].some(({ open }) => open.test(text))

/** In heights of the text: room for a label between two signs on a line, and from one line to the next at most. */
const [minLabel, maxStep] = [1.2, 4]
/** Points by which signs of one column begin off each other. */
const tolerance = 1

/** The signs that someone chooses from: those on a line with others, and those in a column with open and filled ones. */
const choicesAmong = <Some extends Word>(signs: readonly Some[]): ReadonlySet<Some> => {
  const lines = runsOf(
    signs.toSorted((a, b) => a.baseline - b.baseline || a.box[0] - b.box[0]),
    (a, b) => isOnLine(a, b) && Math.max(b.box[0] - a.box[2], a.box[0] - b.box[2]) > a.size * minLabel,
  ).filter((run) => run.length > 1)
  const columns = runsOf(
    signs.toSorted((a, b) => a.box[0] - b.box[0]),
    (a, b) => b.box[0] - a.box[0] < tolerance,
  )
    .flatMap((column) =>
      runsOf(
        column.toSorted((a, b) => a.baseline - b.baseline),
        (a, b) => b.baseline - a.baseline < a.size * maxStep,
      ),
    )
    .filter((run) => run.some(isOpen) && !run.every(isOpen))
  return new Set([...lines, ...columns].flat())
}

/** Stretches of items each of which goes on from the one before it. */
const runsOf = <Item>(items: readonly Item[], goesOn: (before: Item, item: Item) => boolean): Item[][] => {
  const runs: Item[][] = []
  for (const item of items) {
    const before = runs.at(-1)?.at(-1)
    if (before !== undefined && goesOn(before, item)) runs.at(-1)?.push(item)
    else runs.push([item])
  }
  return runs
}

const isOnLine = (a: Word, b: Word): boolean => Math.abs(a.baseline - b.baseline) < Math.min(a.size, b.size) / 2
