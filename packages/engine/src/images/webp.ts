import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decode, { init } from '@jsquash/webp/decode.js'
import { damagedImage, keptScale, type OpenImageFile, refuseTooLarge, type WantedScale } from './image.ts'
import { provideImageData } from './image-data.ts'
import { readPictureHeader } from './picture-header.ts'
import { reducedRgba } from './reduce-rows.ts'
import { wasmDecoder } from './wasm-decoder.ts'

/** Opens the first frame of an animation, which may be smaller than its canvas, because the decoder reads none. */
export const openWebp = (bytes: Buffer): OpenImageFile => {
  const header = readPictureHeader(bytes)
  if (header?.mimeType !== 'image/webp') throw damagedImage()
  refuseTooLarge(header.width, header.height, { isDecodedAtOnce: true })
  const frames = chunksOfWebp(bytes, 12, bytes.length).filter(({ type }) => type === 'ANMF')
  const [first] = frames
  const frame = async (_: number, wanted: WantedScale) => {
    const still = first === undefined ? bytes : stillOf(bytes, first)
    const stated = readPictureHeader(still) ?? header
    const decoded = await webpDecoder.decode(stated.width * stated.height, () => decode(new Uint8Array(still).buffer))
    const size = { width: decoded.width, height: decoded.height }
    return { raster: reducedRgba(decoded, keptScale(wanted(size, null))), dpi: null, size }
  }
  return { mimeType: 'image/webp', frameCount: 1, furtherFrames: Math.max(0, frames.length - 1), frame }
}

type Chunk = { readonly type: string; readonly start: number; readonly from: number; readonly to: number }

/** The chunks of a stretch: where each begins, and where its content does and ends (RFC 9649, 2.3). */
const chunksOfWebp = (bytes: Buffer, from: number, to: number): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = from; at + 8 <= to;) {
    const size = bytes.readUInt32LE(at + 4)
    chunks.push({
      type: bytes.toString('latin1', at, at + 4),
      start: at,
      from: at + 8,
      to: Math.min(to, at + 8 + size),
    })
    at += 8 + size + (size % 2)
  }
  return chunks
}

/** Bytes of the place, the size and the duration of a frame, before its own chunks (RFC 9649, 2.7.1.1). */
const frameHeaderBytes = 16

/** A file of one frame of an animation. */
const stillOf = (bytes: Buffer, { from, to }: Chunk): Buffer => {
  const [width, height] = [bytes.readUIntLE(from + 6, 3), bytes.readUIntLE(from + 9, 3)]
  refuseTooLarge(width + 1, height + 1, { isDecodedAtOnce: true })
  const parts = chunksOfWebp(bytes, from + frameHeaderBytes, to).filter(({ type }) => /^(?:ALPH|VP8 |VP8L)$/.test(type))
  const extended = Buffer.alloc(18)
  extended.write('VP8X', 0, 'latin1')
  extended.writeUInt32LE(10, 4)
  extended[8] = parts.some(({ type }) => type !== 'VP8 ') ? 0x10 : 0
  extended.writeUIntLE(width, 12, 3)
  extended.writeUIntLE(height, 15, 3)
  const content = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    extended,
    ...parts.map((part) => bytes.subarray(part.start, part.to + ((part.to - part.from) % 2))),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, content])
}

const webpDecoder = wasmDecoder(async () => {
  provideImageData()
  const file = createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm')
  await init({ wasmBinary: new Uint8Array(await readFile(file)).buffer })
})
