import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decode, { init } from '#avif'
import { itemAt } from '@polyparse/document/items'
import { damagedImage, keptScale, type OpenImageFile, refuseTooLarge, type WantedScale } from './image.ts'
import { provideImageData } from './image-data.ts'
import { readPictureHeader } from './picture-header.ts'
import { reducedRgba } from './reduce-rows.ts'
import { turn } from './turn.ts'
import { wasmDecoder } from './wasm-decoder.ts'

/** Tells whether a file begins as AVIF does, by its own brand: `avis` is that of animations. */
export const isAvif = (bytes: Buffer): boolean => /^ftypavi[fs]/.test(bytes.toString('latin1', 4, 12))

/** Opens the first frame of an animation. The decoder leaves pictures as they are stored, so they are turned here. */
export const openAvif = (bytes: Buffer): OpenImageFile => {
  const header = readPictureHeader(bytes)
  if (header?.mimeType !== 'image/avif') throw damagedImage()
  refuseTooLarge(header.width, header.height, { isDecodedAtOnce: true })
  const degrees = turnOf(bytes)
  const frame = async (_: number, wanted: WantedScale) => {
    const decoded = await avifDecoder.decode(header.width * header.height, () => decode(new Uint8Array(bytes).buffer))
    if (decoded === null) throw damagedImage()
    const { width, height } = decoded
    const size = degrees % 180 === 0 ? { width, height } : { width: height, height: width }
    return { raster: turn(reducedRgba(decoded, keptScale(wanted(size, null))), degrees), dpi: null, size }
  }
  return { mimeType: 'image/avif', frameCount: 1, furtherFrames: sampleCount(bytes) - 1, frame }
}

/** The content of the first box of a type, which follow each other in folders that need no reading to be looked through. */
const firstBox = (bytes: Buffer, type: string): Buffer | null => {
  const at = bytes.subarray(0, maxHeaderBytes).indexOf(type, 0, 'latin1')
  return at < 0 ? null : bytes.subarray(at + 4)
}

/** The boxes that describe a picture are within so many bytes. */
const maxHeaderBytes = 64 * 1024

/** Quarter turns to the left (ISO/IEC 23008-12, 6.5.10). */
const turnOf = (bytes: Buffer): 0 | 90 | 180 | 270 => itemAt(turns, (firstBox(bytes, 'irot')?.[0] ?? 0) & 3)

const turns = [0, 270, 180, 90] as const

/** The pictures of the first track, which is that of the colours (ISO/IEC 14496-12, 8.7.3). */
const sampleCount = (bytes: Buffer): number => {
  const box = firstBox(bytes, 'stsz')
  return box === null || box.length < 12 ? 1 : Math.max(1, box.readUInt32BE(8))
}

const avifDecoder = wasmDecoder(async () => {
  provideImageData()
  const file = createRequire(import.meta.url).resolve('#avif-decoder')
  await init({ wasmBinary: new Uint8Array(await readFile(file)).buffer })
})
