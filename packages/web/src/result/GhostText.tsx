import type { ReadPage } from './reading.ts'

/** The text of the page, when its image is unavailable. */
export const GhostText = ({ page: { blocks, width, height } }: { readonly page: ReadPage }) => (
  <svg className="page-image ghost" viewBox={`0 0 ${width ?? 595} ${height ?? 842}`} aria-hidden>
    {blocks.map(({ id, bbox, text }) => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bbox ?? []
      return (
        bbox !== null && (
          <foreignObject key={id} x={x0} y={y0} width={Math.max(0, x1 - x0)} height={Math.max(0, y1 - y0)}>
            <p>{text}</p>
          </foreignObject>
        )
      )
    })}
  </svg>
)
