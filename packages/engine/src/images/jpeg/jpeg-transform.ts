import type { BlockSide } from './jpeg-frame.ts'

/** Writes the samples of a block, whose coefficients begin at `from`, to a plane from `to`, with rows of `stride` samples. */
type WriteBlock = (
  coefficients: Int16Array,
  from: number,
  quantization: Uint16Array,
  to: { readonly plane: Uint8ClampedArray; readonly at: number; readonly stride: number },
) => void

/**
 * The inverse cosine transform (ITU-T T.81, A.3.3). Of a smaller side it is that of the lowest frequencies alone, which gives the
 * block as it looks in fewer samples. Of each pair of samples that lie alike from the middle, the even frequencies are the same
 * and the odd ones opposite. It runs for every sample, where `itemAt` is slow.
 */
export const writeBlockOf = (side: BlockSide): WriteBlock => {
  if (side === 1)
    return (coefficients, from, quantization, { plane, at }) => {
      plane[at] = ((coefficients[from] ?? 0) * (quantization[0] ?? 0)) / 8 + 128
    }
  const half = side / 2
  const waves = Float64Array.from({ length: half * side }, (_, index) => {
    const [sample, frequency] = [Math.floor(index / side), index % side]
    return (frequency === 0 ? Math.SQRT1_2 : Math.cos(((2 * sample + 1) * frequency * Math.PI) / (2 * side))) / 2
  })
  const [column, columns] = [new Float64Array(8), new Float64Array(64)]
  return (coefficients, from, quantization, { plane, at, stride }) => {
    for (let x = 0; x < side; x += 1) {
      let isFlat = true
      for (let y = 0; y < side; y += 1) {
        const place = y * 8 + x
        const value = (coefficients[from + place] ?? 0) * (quantization[place] ?? 0)
        column[y] = value
        if (y > 0 && value !== 0) isFlat = false
      }
      if (isFlat) {
        const value = (column[0] ?? 0) * (waves[0] ?? 0)
        for (let y = 0; y < side; y += 1) columns[y * 8 + x] = value
        continue
      }
      for (let y = 0; y < half; y += 1) {
        let [even, odd] = [0, 0]
        for (let each = 0; each < side; each += 2) {
          even += (waves[y * side + each] ?? 0) * (column[each] ?? 0)
          odd += (waves[y * side + each + 1] ?? 0) * (column[each + 1] ?? 0)
        }
        columns[y * 8 + x] = even + odd
        columns[(side - 1 - y) * 8 + x] = even - odd
      }
    }
    for (let y = 0; y < side; y += 1) {
      const [row, start] = [y * 8, at + y * stride]
      for (let x = 0; x < half; x += 1) {
        let [even, odd] = [128, 0]
        for (let each = 0; each < side; each += 2) {
          even += (waves[x * side + each] ?? 0) * (columns[row + each] ?? 0)
          odd += (waves[x * side + each + 1] ?? 0) * (columns[row + each + 1] ?? 0)
        }
        plane[start + x] = even + odd
        plane[start + side - 1 - x] = even - odd
      }
    }
  }
}
