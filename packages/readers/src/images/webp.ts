import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decode, { init } from '@jsquash/webp/decode.js'
import { readPictureHeader } from './picture-header.ts'
import { fromRgba } from './from-rgba.ts'
import type { OpenImage } from './image.ts'
import { damagedImage, refuseTooLarge } from './too-large.ts'

export const openWebp = (bytes: Buffer): OpenImage => {
  const header = readPictureHeader(bytes)
  if (header?.mimeType !== 'image/webp') throw damagedImage()
  refuseTooLarge(header.width, header.height)
  const frame = async () => {
    await (ready ??= load())
    const { width, height, data } = await decode(new Uint8Array(bytes).buffer)
    return { raster: fromRgba(width, height, data), dpi: null }
  }
  return { mimeType: 'image/webp', frameCount: 1, frame }
}

let ready: Promise<void> | null = null

/** The decoder makes an `ImageData`, which browsers have and Node has not. */
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

const load = async (): Promise<void> => {
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: DecodedImage })
  const file = createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm')
  await init({ wasmBinary: new Uint8Array(await readFile(file)).buffer })
}
