import type { Rule } from '../../layout/page-content.ts'
import type { Raster } from '../../images/raster.ts'
import { transpose } from '../../images/turn.ts'

/** Lengths in inches; how much darker than what is above and below a line has to be, of 255. */
const limits = { horizontal: 0.22, vertical: 0.16, halfThickness: 0.025, gap: 0.03, darker: 11 }

/** The straight lines of a level grey raster, in pixels: light ones too, and those round a shaded ground. */
export const findRules = (raster: Raster, dpi: number): Rule[] => [
  ...joinRules(linesAcross(raster, dpi, limits.horizontal), dpi).map((line) => ({
    direction: 'horizontal' as const,
    ...line,
  })),
  ...joinRules(linesAcross(transpose(raster), dpi, limits.vertical), dpi).map((line) => ({
    direction: 'vertical' as const,
    ...line,
  })),
]

type Line = Omit<Rule, 'direction'>
type Run = { readonly from: number; readonly to: number }
type Growing = { from: number; to: number; top: number; bottom: number }

/** Rows in which a long stretch is darker than what is a little above and below it; rows that touch are one line. */
const linesAcross = (raster: Raster, dpi: number, shortest: number): Line[] => {
  const { width, height } = raster
  const step = Math.max(3, Math.round(limits.halfThickness * dpi))
  const smooth = smoothed(raster)
  const done: Growing[] = []
  let open: Growing[] = []
  for (let y = step; y < height - step; y += 1) {
    const runs = runsIn(raster, smooth, { y, step, gap: Math.round(limits.gap * dpi), shortest: shortest * dpi })
    const next: Growing[] = []
    for (const line of open) {
      const run = runs.find(
        ({ from, to }) => Math.min(to, line.to) - Math.max(from, line.from) > (line.to - line.from) / 2,
      )
      if (run === undefined) done.push(line)
      else next.push({ ...line, from: Math.min(line.from, run.from), to: Math.max(line.to, run.to), bottom: y })
    }
    for (const run of runs) {
      const isKnown = next.some(
        (line) => Math.min(run.to, line.to) - Math.max(run.from, line.from) > (run.to - run.from) / 2,
      )
      if (!isKnown) next.push({ ...run, top: y, bottom: y })
    }
    open = next
  }
  return [...done, ...open].map(({ from, to, top, bottom }) => ({
    from,
    to: Math.min(to, width),
    at: (top + bottom + 1) / 2,
    thickness: bottom - top + 1,
  }))
}

/** Each pixel as the mean of nine along its row, which noise and the dots of a screen do not survive. */
const smoothed = ({ width, height, pixels }: Raster): Uint8Array => {
  const out = new Uint8Array(width * height)
  const reach = 4
  for (let y = 0; y < height; y += 1) {
    const row = y * width
    let sum = 0
    for (let x = -reach; x < width; x += 1) {
      if (x + reach < width) sum += pixels[row + x + reach] ?? 0
      if (x - reach - 1 >= 0) sum -= pixels[row + x - reach - 1] ?? 0
      if (x >= 0) out[row + x] = sum / (Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1)
    }
  }
  return out
}

const runsIn = (
  { width, pixels }: Raster,
  smooth: Uint8Array,
  {
    y,
    step,
    gap,
    shortest,
  }: { readonly y: number; readonly step: number; readonly gap: number; readonly shortest: number },
): Run[] => {
  const runs: Run[] = []
  const row = y * width
  const shift = step * width
  let [from, last, dark] = [-1, -1, 0]
  const end = (): void => {
    // Letters leave gaps that the mean has bridged; a line has none.
    if (from >= 0 && last - from + 1 >= shortest && dark > (last - from + 1) * 0.88) runs.push({ from, to: last + 1 })
    from = -1
    dark = 0
  }
  for (let x = 0; x < width; x += 1) {
    const at = row + x
    const around = Math.min(smooth[at - shift] ?? 0, smooth[at + shift] ?? 0)
    if ((smooth[at] ?? 0) < around - limits.darker) {
      if (from < 0) from = x
      last = x
      if ((pixels[at] ?? 0) < around - limits.darker / 2) dark += 1
    } else if (from >= 0 && x - last > gap) end()
  }
  end()
  return runs
}

/** Stretches of one line that noise, or a remaining slope, has broken. */
const joinRules = (lines: readonly Line[], dpi: number): Line[] => {
  const joined: Line[] = []
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    const index = joined.findIndex(
      (other) => Math.abs(other.at - line.at) <= Math.max(2, dpi * 0.015) && line.from - other.to <= dpi * 0.05,
    )
    const other = joined[index]
    if (other === undefined) joined.push(line)
    else {
      const longer = other.to - other.from >= line.to - line.from ? other : line
      joined[index] = { ...longer, from: Math.min(other.from, line.from), to: Math.max(other.to, line.to) }
    }
  }
  return joined
}
