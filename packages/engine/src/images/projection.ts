export type ImagePoint = readonly [x: number, y: number]

export type PointMap = (x: number, y: number) => ImagePoint

/** The corners of a sheet as it is meant to be seen: top left, top right, bottom right, bottom left. */
export type Corners = readonly [ImagePoint, ImagePoint, ImagePoint, ImagePoint]

/**
 * The map from a rectangle with its top left corner at 0, 0 to the quadrangle that it is in a picture taken from any place:
 * straight lines stay straight. Null where three of the corners are on one line.
 */
export const projectionOf = (width: number, height: number, [a, b, c, d]: Corners): PointMap | null => {
  // Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.3: the unit square to a quadrangle.
  const [sumX, sumY] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]]
  const [rightX, rightY, downX, downY] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]]
  const divisor = rightX * downY - downX * rightY
  if (divisor === 0) return null
  const g = (sumX * downY - downX * sumY) / divisor
  const h = (rightX * sumY - sumX * rightY) / divisor
  return (x, y) => {
    const [u, v] = [x / width, y / height]
    const scale = g * u + h * v + 1
    return [
      ((b[0] - a[0] + g * b[0]) * u + (d[0] - a[0] + h * d[0]) * v + a[0]) / scale,
      ((b[1] - a[1] + g * b[1]) * u + (d[1] - a[1] + h * d[1]) * v + a[1]) / scale,
    ]
  }
}
