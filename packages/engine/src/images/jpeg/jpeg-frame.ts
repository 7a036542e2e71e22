import { itemAt } from '@polyparse/document/items'
import { damagedImage, notRead, refuseTooLarge } from '../image.ts'

/** One of the colours of a picture, in blocks of eight by eight samples. */
export type JpegComponent = {
  readonly id: number
  /** Its samples for those of the picture, across and down, out of `most` of the frame. */
  readonly across: number
  readonly down: number
  /** The place of its quantization table. */
  readonly quantization: number
  /** The blocks that it has by itself, and those in memory, up to the next whole group of blocks of all colours. */
  readonly blocksAcross: number
  readonly blocksDown: number
  readonly blocksInRow: number
  readonly blocksInColumn: number
  /** The samples at the scale in which the picture is decoded, a row of blocks after the other. */
  readonly plane: Uint8ClampedArray
  /** The coefficients of all blocks, of a picture that comes in several passes; null where each block comes at once. */
  readonly coefficients: Int16Array | null
}

/** The header of a frame (ITU-T T.81, B.2.2). */
export type JpegFrame = {
  readonly width: number
  readonly height: number
  readonly isProgressive: boolean
  /** The most samples of a component, across and down. */
  readonly most: { readonly across: number; readonly down: number }
  /** Groups of blocks of all colours. */
  readonly groupsAcross: number
  readonly groupsDown: number
  readonly components: readonly JpegComponent[]
}

/** The side of a decoded block: 8, or less where the picture is decoded smaller. */
export type BlockSide = 1 | 2 | 4 | 8

const [baseline, extended, progressive] = [0xc0, 0xc1, 0xc2]

/**
 * Tells whether a marker begins a frame.
 * @example isFrameMarker(0xc0) // true
 */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** @throws {EngineFailure} `document_damaged`, or `out_of_memory` where it is too large. */
export const readJpegFrame = (marker: number, segment: Buffer, side: BlockSide): JpegFrame => {
  if (![baseline, extended, progressive].includes(marker)) throw notRead(`JPEG of process ${marker - baseline}`)
  const [precision, height, width] = [segment.readUInt8(0), segment.readUInt16BE(1), segment.readUInt16BE(3)]
  if (precision !== 8) throw notRead(`${precision} bits a sample`)
  refuseTooLarge(width, height)
  const count = segment.readUInt8(5)
  if (![1, 3, 4].includes(count)) throw notRead(`${count} samples a pixel`)
  const stated = Array.from({ length: count }, (_, index) => {
    const at = 6 + index * 3
    const sampling = segment.readUInt8(at + 1)
    return {
      id: segment.readUInt8(at),
      across: sampling >> 4,
      down: sampling & 15,
      quantization: segment.readUInt8(at + 2),
    }
  })
  if (stated.some(({ across, down }) => Math.min(across, down) < 1 || Math.max(across, down) > 4)) throw damagedImage()
  const most = {
    across: Math.max(...stated.map(({ across }) => across)),
    down: Math.max(...stated.map(({ down }) => down)),
  }
  const groupsAcross = Math.ceil(width / (8 * most.across))
  const groupsDown = Math.ceil(height / (8 * most.down))
  const isProgressive = marker === progressive
  const components = stated.map((each): JpegComponent => {
    const [blocksInRow, blocksInColumn] = [groupsAcross * each.across, groupsDown * each.down]
    const blocks = blocksInRow * blocksInColumn
    return {
      ...each,
      blocksAcross: Math.ceil(Math.ceil((width * each.across) / most.across) / 8),
      blocksDown: Math.ceil(Math.ceil((height * each.down) / most.down) / 8),
      blocksInRow,
      blocksInColumn,
      plane: new Uint8ClampedArray(blocks * side * side),
      coefficients: isProgressive ? new Int16Array(blocks * 64) : null,
    }
  })
  return { width, height, isProgressive, most, groupsAcross, groupsDown, components }
}

/** @throws {EngineFailure} `document_damaged` where there is none of this id. */
export const componentOf = ({ components }: JpegFrame, id: number): JpegComponent => {
  const index = components.findIndex((each) => each.id === id)
  if (index < 0) throw damagedImage()
  return itemAt(components, index)
}
