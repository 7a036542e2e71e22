import { durationText, money, percent } from '@polyparse/compare/format'
import { hueOfProvider } from '@polyparse/compare/view'
import type { BenchRow } from '../bench.ts'
import { htmlText, type Html } from '../html.ts'

/** Units of the drawing. */
const size = { width: 420, height: 240, left: 52, right: 24, top: 16, bottom: 44 } as const

type BenchPoint = { readonly provider: string; readonly hue: number; readonly x: number; readonly y: number }

/**
 * Returns how good the providers are against what a page costs and takes, one drawing each; the table says the same.
 * `goodness` is what counts: accuracy, truth or agreement.
 */
export const benchChart = (
  rows: readonly BenchRow[],
  { name, of }: { readonly name: string; readonly of: (row: BenchRow) => number | null },
): Html | null => {
  const points = (xOf: (row: BenchRow) => number | null): BenchPoint[] =>
    rows.flatMap((row) => {
      const [x, y] = [xOf(row), of(row)]
      return x === null || y === null ? [] : [{ provider: row.provider, hue: hueOfProvider(row.provider), x, y }]
    })
  const byTime = points((row) => row.millisecondsPerPage)
  const byCost = points((row) => row.costPerPage)
  if (byTime.length < 2) return null
  return htmlText`<div class="charts">
    ${drawing(`${name} against time a page`, byTime, durationText)}${
      byCost.some(({ x }) => x > 0) && drawing(`${name} against cost a page`, byCost, (x) => (x === 0 ? '0' : money(x)))
    }
  </div>`
}

const drawing = (title: string, points: readonly BenchPoint[], xText: (x: number) => string): Html => {
  const maxX = Math.max(...points.map(({ x }) => x)) * 1.1 || 1
  const lowest = Math.min(...points.map(({ y }) => y))
  // The axis begins at a tenth below the lowest value, as the differences are what matters.
  const minY = Math.max(0, Math.floor(lowest * 10 - 0.5) / 10)
  const placeX = (x: number) => size.left + (x / maxX) * (size.width - size.left - size.right)
  const placeY = (y: number) => size.top + ((1 - y) / (1 - minY || 1)) * (size.height - size.top - size.bottom)
  const bottom = size.height - size.bottom
  const heights = [minY, (minY + 1) / 2, 1]
  return htmlText`<figure>
    <svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}, as in the table">
      ${heights.map(
        (y) =>
          htmlText`<line
              class="grid"
              x1="${size.left}"
              x2="${size.width - size.right}"
              y1="${placeY(y)}"
              y2="${placeY(y)}"
            ></line>
            <text x="${size.left - 6}" y="${placeY(y) + 4}" text-anchor="end">${percent(y)}</text>`,
      )}
      ${[0, maxX / 2, maxX].map(
        (x) =>
          htmlText`<text x="${placeX(x)}" y="${bottom + 18}" text-anchor="middle">${x === 0 ? '0' : xText(x)}</text>`,
      )}
      ${points.map(({ provider, hue, x, y }) => {
        const isRight = placeX(x) > size.width * 0.7
        return htmlText`<circle class="dot hue-${hue}" cx="${placeX(x)}" cy="${placeY(y)}" r="6"></circle>
          <text
            class="name"
            x="${placeX(x) + (isRight ? -10 : 10)}"
            y="${placeY(y) + 4}"
            text-anchor="${isRight ? 'end' : 'start'}"
            >${provider}</text
          >`
      })}
    </svg>
    <figcaption>${title}</figcaption>
  </figure>`
}
