import { pairwise } from '@polyparse/document/items'
import { haveRegularWeight } from '../../language/bold.ts'
import { areMostlyRightToLeft } from '../../language/direction.ts'
import { maxOf, minOf } from '@polyparse/engine'
import type { Rule } from '../page-content.ts'
import { hasColon, isLabel, isValue } from './labels.ts'
import { joinSegments, type Pair } from './pairs.ts'
import { beside as limits } from './parameters.ts'
import { segmentsOf, type Segment } from './segments.ts'
import type { ContentWord } from '../page-content.ts'

/*
 * Finds labels with their values on the same line, as the heads of letters and the totals of invoices have them: lines
 * of two stretches of text each, labels in one column and values in another. A table has a header, lines between its
 * rows, or more columns; columns of a page have sentences.
 */

/** The pairs of a page with the value beside the label, each run of lines from the top. */
export const pairsBeside = (words: readonly ContentWord[], rules: readonly Rule[]): Pair[] => {
  const rows = segmentsOf(words)
  const candidates = rows.flatMap(candidatesOf)
  const columns = Map.groupBy(candidates, ({ label }) => columnOf(label, candidates))
  return [...columns.values()]
    .flatMap((column) => runsOfCandidates(column, rows))
    .filter((run) => isForm(run, rows, rules))
    .flat()
}

type Candidate = Pair & {
  /** True if more text follows right of the value, as in a row of a table. */
  readonly goesOn: boolean
  /** True if text precedes the label on its left: an address beside the head of a letter, or the columns of a table. */
  readonly isBesideText: boolean
  /** True if all labels of the line are in the style of the first, so that the line may be pairs side by side. */
  readonly isOfPairs: boolean
}

/** Stretches of one line, two by two. */
const candidatesOf = (row: readonly Segment[]): Candidate[] => {
  const step = row.length % 2 === 0 ? 2 : 1
  const labels = row.filter((_, index) => index % 2 === 0)
  const isOfPairs =
    step === 2 &&
    labels.every((label) => isBoldSegment(label) === isBoldSegment(row[0]) && fontOf(label) === fontOf(row[0]))
  return row.flatMap((label, index): Candidate[] => {
    const value = row[index + 1]
    if (value === undefined || index % step !== 0 || !isLabel(label) || !isValue(value)) return []
    // The right one of two is the label in text that runs to the left.
    if (areMostlyRightToLeft(label.words)) return []
    return [{ label, value, goesOn: index + 2 < row.length, isBesideText: index > 0, isOfPairs }]
  })
}

/** The left side of the first label that begins where this one does. */
const columnOf = ({ box }: Segment, candidates: readonly Candidate[]): number =>
  candidates.find(({ label }) => Math.abs(label.box[0] - box[0]) < limits.tolerance)?.label.box[0] ?? box[0]

/** The candidates of a column that follow each other with nothing else in between but further lines of a value. */
const runsOfCandidates = (column: readonly Candidate[], rows: readonly Segment[][]): Candidate[][] => {
  const runs: Candidate[][] = []
  for (const candidate of column) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const between = last === undefined ? null : valueLines(last, candidate, rows)
    if (run === undefined || last === undefined || between === null || last.goesOn !== candidate.goesOn)
      runs.push([candidate])
    else {
      run.pop()
      run.push({ ...last, value: joinSegments([last.value, ...between]) }, candidate)
    }
  }
  return runs.map((run) => withLastLines(run, rows))
}

/** The last pair of a run with the further lines of its value, which begin where all values do. */
const withLastLines = (run: readonly Candidate[], rows: readonly Segment[][]): Candidate[] => {
  const last = run.at(-1)
  if (last === undefined || !run.every(({ value }) => isAt(value, last.value))) return [...run]
  const lines: Segment[] = []
  for (const row of rows) {
    const before = lines.at(-1) ?? last.value
    const [line, ...others] = row.filter(({ box }) => box[2] > last.label.box[0] && box[0] < last.value.box[2])
    if (line === undefined || line.baseline < before.baseline + 1) continue
    const isClose = line.baseline - before.baseline < before.size * limits.maxLinePitch
    if (others.length > 0 || !isClose || !isAt(line, last.value) || lines.length === limits.maxValueLines) break
    lines.push(line)
  }
  return [...run.slice(0, -1), { ...last, value: joinSegments([last.value, ...lines]) }]
}

const isAt = (a: Segment, b: Segment): boolean => Math.abs(a.box[0] - b.box[0]) < limits.tolerance

/** The lines between two pairs when all are of the first one's value; null where the pairs are apart. */
const valueLines = (above: Candidate, below: Candidate, rows: readonly Segment[][]): readonly Segment[] | null => {
  const size = Math.max(above.value.size, below.value.size)
  const [left, right] = [
    Math.min(above.label.box[0], below.label.box[0]),
    Math.max(above.value.box[2], below.value.box[2]),
  ]
  // A value is not on quite the same baseline as its label on a page that was recognized.
  const own = new Set([above, below].flatMap(({ label, value }) => [label, value]))
  const between = rows
    .flat()
    .filter((line) => !own.has(line))
    .filter(
      ({ baseline, box }) =>
        baseline > above.label.baseline + 1 && baseline < below.label.baseline - 1 && box[2] > left && box[0] < right,
    )
  const areOfValue = between.every((line) => isAt(line, above.value))
  const isClose = below.label.baseline - above.label.baseline < size * limits.maxStep * (between.length + 1)
  return areOfValue && isClose && between.length <= limits.maxValueLines ? between : null
}

const isForm = (run: readonly Candidate[], rows: readonly Segment[][], rules: readonly Rule[]): boolean => {
  const colons = shareOfFormPairs(run, ({ label }) => hasColon(label))
  if (run.length < (colons === 1 ? limits.minColonRows : limits.minRows)) return false
  const styled = shareOfFormPairs(
    run,
    ({ label, value }) => isBoldSegment(value) !== isBoldSegment(label) || fontOf(value) !== fontOf(label),
  )
  const isMarked = colons >= limits.minShare || styled >= limits.minShare
  const areCells =
    run[0]?.goesOn === true || shareOfFormPairs(run, ({ isBesideText }) => isBesideText) > limits.maxBesideTextShare
  const areSideBySide = styled >= limits.minShare && run.every(({ isOfPairs }) => isOfPairs)
  if (areCells && colons < limits.minShare && !areSideBySide) return false
  const numbers = shareOfFormPairs(run, ({ value }) => /\p{N}/u.test(value.text))
  return (
    (isMarked || numbers >= limits.minNumberShare) &&
    areAligned(run) &&
    new Set(run.map(({ label }) => label.text)).size === run.length &&
    shareOfFormPairs(run, ({ label }) => /^\p{Ll}/u.test(label.text)) < limits.maxLowerShare &&
    !isJustified(run) &&
    !isContents(run) &&
    !hasHeader(run, rows) &&
    shareOfFormPairs(run.slice(1), (pair, index) => isRuleBetweenPairs(run[index], pair, rules)) < limits.maxRuledShare
  )
}

const shareOfFormPairs = <Item>(items: readonly Item[], is: (item: Item, index: number) => boolean): number =>
  items.length === 0 ? 0 : items.filter(is).length / items.length

/** Tells whether values end or begin in line. */
const areAligned = (run: readonly Pair[]): boolean =>
  ([0, 2] as const).some((side) => {
    const sides = run.map(({ value }) => value.box[side])
    return maxOf(sides) - minOf(sides) < maxOf(run.map(({ value }) => value.size)) * limits.maxRagged
  })

/** Tells whether most labels are as wide as the widest, as lines of a column of text are. */
const isJustified = (run: readonly Pair[]): boolean => {
  const widths = run.map(({ label }) => widthOfLabel(label))
  const widest = maxOf(widths)
  return shareOfFormPairs(widths, (width) => width > widest - limits.widthTolerance) > limits.maxEvenShare
}

/** The width of a label without a colon in a column of its own. */
const widthOfLabel = ({ words, box }: Segment): number =>
  (words.findLast(({ text }) => !/^[:：]$/u.test(text))?.box[2] ?? box[2]) - box[0]

/** Numbers of pages beside headings never fall. */
const isContents = (run: readonly Pair[]): boolean => {
  const numbers = run.map(({ value }) => Number(value.text))
  const arePages = numbers.every((number) => Number.isInteger(number) && number >= 0)
  return arePages && pairwise(numbers).every(([above, below]) => above <= below)
}

/** Tells whether a bold line reaches over both columns, within the run or just above it. */
const hasHeader = (run: readonly Pair[], rows: readonly Segment[][]): boolean => {
  const [first, second] = run
  if (first === undefined || second === undefined) return false
  if (
    isBoldSegment(first.label) &&
    isBoldSegment(first.value) &&
    !(isBoldSegment(second.label) && isBoldSegment(second.value))
  )
    return true
  const above = rows.findLast(([one]) => one !== undefined && one.baseline < first.label.baseline - 1)
  return (
    above !== undefined &&
    above.length > 1 &&
    above.every(isBoldSegment) &&
    !isBoldSegment(first.label) &&
    first.label.baseline - (above[0]?.baseline ?? 0) < first.label.size * limits.maxStep
  )
}

/** Tells whether a line is drawn between two pairs, across the label or the value. */
const isRuleBetweenPairs = (above: Pair | undefined, below: Pair, rules: readonly Rule[]): boolean =>
  above !== undefined &&
  rules.some(
    ({ direction, at, from, to }) =>
      direction === 'horizontal' &&
      at > above.label.baseline - 1 &&
      at < below.label.baseline &&
      from < below.value.box[2] &&
      to > below.label.box[0],
  )

const isBoldSegment = (segment: Segment | undefined): boolean =>
  segment !== undefined && !haveRegularWeight(segment.words)

const fontOf = (segment: Segment | undefined): string => segment?.words[0]?.font ?? ''
