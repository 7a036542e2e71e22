type Size = { readonly width: number; readonly height: number }

export type CropBox = { readonly box: readonly number[]; readonly hue: number; readonly name: string }

export type Crop = Size & { readonly left: number; readonly top: number }

/** The box round all of them. */
export const unionOf = (boxes: readonly CropBox[]): readonly [number, number, number, number] => {
  const side = (index: number) => boxes.map(({ box }) => box[index] ?? 0)
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))]
}

/** Shares of the page that are shown at the least, so that one sees where it is, and at the most. */
const least = { width: 0.3, height: 0.055 }
const max = { height: 0.45 }

/** Points that stay free round what is shown. */
const margin = 14

/** What to show of a page, so that a box on it is seen with what stands round it. */
export const cropOf = ([left, top, right, bottom]: readonly [number, number, number, number], page: Size): Crop => {
  const width = Math.min(page.width, Math.max(right - left + 2 * margin, page.width * least.width))
  const wanted = Math.max(bottom - top + 2 * margin, page.height * least.height)
  const height = Math.min(page.height, page.height * max.height, wanted)
  return {
    width,
    height,
    left: within((left + right - width) / 2, page.width - width),
    // Of what is too tall, the beginning.
    top: within(wanted > height ? top - margin : (top + bottom - height) / 2, page.height - height),
  }
}

const within = (place: number, last: number): number => Math.max(0, Math.min(place, last))
