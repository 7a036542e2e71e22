import type { Rule } from '../../layout/page-content.ts'
import type { Raster } from '@polyparse/engine/images'
import { transpose } from '@polyparse/engine/images'
import { recognizedRules as parameters } from '../parameters.ts'

/** The straight lines of a level grey raster, in pixels: light ones too, and those round a shaded ground. */
export const findRules = (raster: Raster, dpi: number): Rule[] => [
  ...joinRules(linesAcross(raster, dpi, parameters.minHorizontal), dpi).map((line) => ({
    direction: 'horizontal' as const,
    ...line,
  })),
  ...joinRules(linesAcross(transpose(raster), dpi, parameters.minVertical), dpi).map((line) => ({
    direction: 'vertical' as const,
    ...line,
  })),
]

type UndirectedRule = Omit<Rule, 'direction'>
type DarkPixelRun = { readonly from: number; readonly to: number }
type Growing = { from: number; to: number; top: number; bottom: number }

/** Rows in which a long stretch is darker than the pixels a little above and below it; rows that touch are one line. */
const linesAcross = (raster: Raster, dpi: number, minLength: number): UndirectedRule[] => {
  const { width, height } = raster
  const step = Math.max(parameters.minHalfThicknessPixels, Math.round(parameters.halfThickness * dpi))
  const smooth = smoothed(raster)
  const done: Growing[] = []
  let open: Growing[] = []
  for (let y = step; y < height - step; y += 1) {
    const runs = runsIn(raster, smooth, {
      y,
      step,
      gap: Math.round(parameters.maxGap * dpi),
      minLength: minLength * dpi,
    })
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

/** Each pixel as the mean of its neighbours along the row. */
const smoothed = ({ width, height, pixels }: Raster): Uint8Array => {
  const out = new Uint8Array(width * height)
  const reach = parameters.smoothing
  const neighbours = Uint8Array.from(
    { length: width },
    (_, x) => Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1,
  )
  for (let row = 0; row < width * height; row += width) {
    let sum = 0
    for (let x = 0; x < Math.min(reach, width); x += 1) sum += pixels[row + x] ?? 0
    for (let x = 0; x < width; x += 1) {
      if (x + reach < width) sum += pixels[row + x + reach] ?? 0
      if (x > reach) sum -= pixels[row + x - reach - 1] ?? 0
      out[row + x] = sum / (neighbours[x] ?? 1)
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
    minLength,
  }: { readonly y: number; readonly step: number; readonly gap: number; readonly minLength: number },
): DarkPixelRun[] => {
  const runs: DarkPixelRun[] = []
  const row = y * width
  const shift = step * width
  let [from, last, dark] = [-1, -1, 0]
  const end = (): void => {
    if (from >= 0 && last - from + 1 >= minLength && dark > (last - from + 1) * parameters.minDarkShare)
      runs.push({ from, to: last + 1 })
    from = -1
    dark = 0
  }
  for (let x = 0; x < width; x += 1) {
    const at = row + x
    const around = Math.min(smooth[at - shift] ?? 0, smooth[at + shift] ?? 0)
    if ((smooth[at] ?? 0) < around - parameters.minDarkness) {
      if (from < 0) from = x
      last = x
      if ((pixels[at] ?? 0) < around - parameters.minDarkness / 2) dark += 1
    } else if (from >= 0 && x - last > gap) end()
  }
  end()
  return runs
}

/** Stretches of one line that noise, or a remaining slope, has broken. */
const joinRules = (lines: readonly UndirectedRule[], dpi: number): UndirectedRule[] => {
  const joined: UndirectedRule[] = []
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    const index = joined.findIndex(
      (other) =>
        Math.abs(other.at - line.at) <= Math.max(parameters.minShiftPixels, dpi * parameters.maxShift) &&
        line.from - other.to <= dpi * parameters.maxBreak,
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
