/** Pages that follow each other, the last one included. */
export type PageRange = { readonly start: number; readonly end: number }

/**
 * Ascending pages without duplicates, as the smallest number of ranges.
 * @example rangesOf([1, 2, 3, 7]) // [{ start: 1, end: 3 }, { start: 7, end: 7 }]
 */
export const rangesOf = (pages: readonly number[]): PageRange[] => {
  const ranges: PageRange[] = []
  for (const page of pages) {
    const last = ranges.at(-1)
    if (last?.end === page - 1) ranges.splice(-1, 1, { start: last.start, end: page })
    else ranges.push({ start: page, end: page })
  }
  return ranges
}

/**
 * One-based pages as `1,3-5`, counted from `first` (0 or 1) as the vendor does.
 * @example rangeText([1, 3, 4, 5], 1) // '1,3-5'
 */
export const rangeText = (pages: readonly number[], first: 0 | 1): string =>
  rangesOf(pages.map((page) => page - 1 + first))
    .map(({ start, end }) => (start === end ? String(start) : `${start}-${end}`))
    .join(',')

/**
 * The pages of an answer by their own numbers. Some vendors may keep the numbers of selected pages or renumber them:
 * numbers that cannot be the selected ones are taken for positions among them.
 * @example originalNumbers([1, 2], [4, 7]) // [4, 7]
 */
export const originalNumbers = (given: readonly number[], selected: readonly number[] | null): number[] => {
  if (selected === null || given.every((number) => selected.includes(number))) return [...given]
  return given.map((number) => selected[number - 1] ?? number)
}
