/** An affine transformation: x' = a·x + c·y + e, y' = b·x + d·y + f (SVG 2, 8.4). */
export type SvgMatrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const svgIdentity: SvgMatrix = [1, 0, 0, 1, 0, 0]

/**
 * Returns what is transformed by the second, and then by the first.
 * @example times([1, 0, 0, 1, 10, 0], [2, 0, 0, 2, 0, 0]) // [2, 0, 0, 2, 10, 0]
 */
export const times = ([a, b, c, d, e, f]: SvgMatrix, [g, h, i, j, k, l]: SvgMatrix): SvgMatrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

export const apply = ([a, b, c, d, e, f]: SvgMatrix, x: number, y: number): readonly [x: number, y: number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/**
 * The attribute `transform`, the functions of which apply from the right; one that is none counts for nothing.
 * @example transformOf('translate(10, 20)') // [1, 0, 0, 1, 10, 20]
 */
export const transformOf = (source: string): SvgMatrix => {
  let matrix = svgIdentity
  for (const [, name = '', values = ''] of source.matchAll(
    /(matrix|translate|scale|rotate|skewX|skewY)\s{0,10}\(([^()]{0,200})\)/g,
  )) {
    const numbers = values
      .split(/[\s,]+/)
      .filter((text) => text !== '')
      .map(Number)
    if (numbers.every(Number.isFinite)) matrix = times(matrix, functionOf(name, numbers))
  }
  return matrix
}

const functionOf = (
  name: string,
  [first = 0, second, third, fourth = 0, fifth = 0, sixth = 0]: readonly number[],
): SvgMatrix => {
  const angle = (first * Math.PI) / 180
  if (name === 'matrix') return [first, second ?? 0, third ?? 0, fourth, fifth, sixth]
  if (name === 'translate') return [1, 0, 0, 1, first, second ?? 0]
  if (name === 'scale') return [first, 0, 0, second ?? first, 0, 0]
  if (name === 'skewX') return [1, 0, Math.tan(angle), 1, 0, 0]
  if (name === 'skewY') return [1, Math.tan(angle), 0, 1, 0, 0]
  const turn: SvgMatrix = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]
  const [x, y] = [second ?? 0, third ?? 0]
  return times(times([1, 0, 0, 1, x, y], turn), [1, 0, 0, 1, -x, -y])
}
