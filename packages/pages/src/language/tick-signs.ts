/*
 * Boxes to tick are written into the text as `☑` and `☐`, be they drawn, characters of any font, or fields of a form.
 */

/**
 * The sign of a box.
 * @example tickSignOf({ isTicked: true }) // '☑'
 */
export const tickSignOf = ({ isTicked }: { readonly isTicked: boolean }): string => (isTicked ? '☑' : '☐')

/**
 * Tells whether a word is the sign of a box, as `signOf` writes it.
 * @example isTickSign('☑') // true
 */
export const isTickSign = (text: string): boolean => text === '☑' || text === '☐'

/**
 * Tells whether a character is a box and nothing else, so that it is a word of its own.
 * @example isBoxCharacter('☐') // true
 */
export const isBoxCharacter = (text: string): boolean => boxes.open.test(text) || boxes.filled.test(text)

type Signs = { readonly open: RegExp; readonly filled: RegExp }

const boxes: Signs = { open: /^[☐❏❐❑❒▢⬜🗆]$/u, filled: /^[☑☒⊠⌧✅🗷🗹]$/u }

/** Characters that are boxes only where boxes may be. */
type Shape = Signs & {
  /** True if there are boxes among those beside them. */
  readonly withBoxes: boolean
  /**
   * The signs that count as boxes where someone chooses: all on the page, those that begin where these begin, or these
   * alone.
   */
  readonly reach: 'page' | 'columns' | 'choices'
}

const tickSignShapes: readonly Shape[] = [
  // Squares and circles are also the bullets of lists.
  { open: /^[□◻]$/u, filled: /^[■◼⬛]$/u, withBoxes: true, reach: 'page' },
  { open: /^[○◯❍⚪]$/u, filled: /^[●◉⦿⬤⚫]$/u, withBoxes: false, reach: 'columns' },
  // A tick in the place of a box.
  { open: /^$/u, filled: /^[✓✔✗✘]$/u, withBoxes: true, reach: 'choices' },
  // A short blank, and one with a mark on it.
  { open: /^_{2,8}$/u, filled: /^_+[xX✓✔]_+$/u, withBoxes: false, reach: 'choices' },
]

type TickSignWord = {
  readonly text: string
  /** 0xRRGGBB. */
  readonly color: number
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
  readonly baseline: number
  readonly size: number
}

/**
 * The words of a page with each character of a box as its sign. Plain squares and circles are boxes where two are on
 * one line with labels, or open and filled ones below each other, as no bullets do; then all squares of the page are,
 * and the circles that begin where these do. Filled ones are ticked only beside open ones. Ticks are boxes beside open
 * ones, and short blanks beside one with a mark on it. A white square before dark text is open.
 */
export const withTickSigns = <Some extends TickSignWord>(drawn: readonly Some[]): readonly Some[] => {
  const words = withOpenSquares(drawn)
  const signs = new Map<Some, string>()
  const sure = words.filter(({ text }) => isBoxCharacter(text))
  for (const word of sure) signs.set(word, tickSignOf({ isTicked: boxes.filled.test(word.text) }))
  for (const { open, filled, withBoxes, reach } of tickSignShapes) {
    const own = words.filter(({ text }) => open.test(text) || filled.test(text))
    const among = withBoxes ? [...sure, ...own] : own
    const choices = choicesAmong(among, reach === 'choices').intersection(new Set(own))
    const sides = new Set([...choices].map(leftOfTickWord))
    const chosen = own.filter(
      (word) =>
        choices.has(word) ||
        (reach === 'page' && choices.size > 0) ||
        (reach === 'columns' && sides.has(leftOfTickWord(word))),
    )
    const areSome = (withBoxes ? among : chosen).some(isOpenTickSign)
    for (const word of chosen)
      if (isOpenTickSign(word) || areSome) signs.set(word, tickSignOf({ isTicked: !isOpenTickSign(word) }))
  }
  return words.map((word) => {
    const text = signs.get(word)
    return text === undefined || text === word.text ? word : { ...word, text }
  })
}

/** The words with white squares on a coloured ground as open boxes, if any precedes dark text, as bullets do not. */
const withOpenSquares = <Some extends TickSignWord>(words: readonly Some[]): readonly Some[] => {
  const isWhiteSquare = ({ text, color }: TickSignWord): boolean =>
    /^[■◼⬛]$/u.test(text) && lightness(color) >= minLight
  const white = words.filter(isWhiteSquare)
  const hasDarkLabel = (square: TickSignWord): boolean =>
    words.some(
      (word) =>
        isOnLine(square, word) &&
        lightness(word.color) <= maxDark &&
        word.box[0] >= square.box[2] &&
        word.box[0] - square.box[2] < square.size * maxLabelGap,
    )
  if (!white.some(hasDarkLabel)) return words
  return words.map((word) => (isWhiteSquare(word) ? { ...word, text: tickSignOf({ isTicked: false }) } : word))
}

/** The mean of red, green and blue, 0 to 255, of white at least and of dark text at most. */
const [minLight, maxDark] = [235, 140]
/** Heights of the text between a box and its label. */
const maxLabelGap = 2

const lightness = (color: number): number => (((color >> 16) & 255) + ((color >> 8) & 255) + (color & 255)) / 3

const leftOfTickWord = ({ box }: TickSignWord): number => Math.round(box[0])

const isOpenTickSign = ({ text }: TickSignWord): boolean =>
  [boxes, ...tickSignShapes].some(({ open }) => open.test(text))

/** Heights of the text: the room for a label between two signs on a line, and the most from one line to the next. */
const [minLabel, maxStep] = [1.2, 4]
/** Points by which signs of one column begin off each other. */
const tolerance = 1

/**
 * The signs that someone chooses from: those on a line with others, open and filled ones if `areMixed`, and those in a column with
 * open and filled ones.
 */
const choicesAmong = <Some extends TickSignWord>(signs: readonly Some[], areMixed: boolean): ReadonlySet<Some> => {
  const isMixed = (run: readonly Some[]): boolean => run.some(isOpenTickSign) && !run.every(isOpenTickSign)
  const lines = runsOfTickItems(
    signs.toSorted((a, b) => a.baseline - b.baseline || a.box[0] - b.box[0]),
    (a, b) => isOnLine(a, b) && Math.max(b.box[0] - a.box[2], a.box[0] - b.box[2]) > a.size * minLabel,
  ).filter((run) => run.length > 1 && (!areMixed || isMixed(run)))
  const columns = runsOfTickItems(
    signs.toSorted((a, b) => a.box[0] - b.box[0]),
    (a, b) => b.box[0] - a.box[0] < tolerance,
  )
    .flatMap((column) =>
      runsOfTickItems(
        column.toSorted((a, b) => a.baseline - b.baseline),
        (a, b) => b.baseline - a.baseline < a.size * maxStep,
      ),
    )
    .filter(isMixed)
  return new Set([...lines, ...columns].flat())
}

/** Stretches of items each of which goes on from the one before it. */
const runsOfTickItems = <Item>(items: readonly Item[], goesOn: (before: Item, item: Item) => boolean): Item[][] => {
  const runs: Item[][] = []
  for (const item of items) {
    const before = runs.at(-1)?.at(-1)
    if (before !== undefined && goesOn(before, item)) runs.at(-1)?.push(item)
    else runs.push([item])
  }
  return runs
}

const isOnLine = (a: TickSignWord, b: TickSignWord): boolean =>
  Math.abs(a.baseline - b.baseline) < Math.min(a.size, b.size) / 2
