/** The decoders of WebP and AVIF construct an `ImageData`, which browsers have and Node does not. */
export const provideImageData = (): void => {
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: DecodedImage })
}

class DecodedImage {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
