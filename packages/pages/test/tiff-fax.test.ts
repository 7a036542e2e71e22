import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { defaultRequest } from '@polyparse/engine'
import { openImage } from '@polyparse/engine/images'
import { opticalEngine } from '../src/ocr/optical-engine.ts'
import { tiffFile } from './support/images.ts'

type Tags = Readonly<Record<number, number>>

const [width, height] = [100, 20]
const isBlack = (x: number, y: number): boolean => (x * ((y % 5) + 1) + y * y) % 37 < y + 2
const expected = Array.from({ length: width * height }, (_, at) =>
  isBlack(at % width, Math.floor(at / width)) ? 0 : 255,
)

/** The picture as libtiff writes it where zero is black: the runs that are first in a row, and the shorter codes, are of black. */
const faxes: readonly (readonly [kind: string, tags: Tags, strip: string])[] = [
  [
    'in compression 2, in which rows begin with bytes',
    { 259: 2 },
    'cNNw03AuHBhwYHBhwYHBhyA1CuFHCjhXCjhRwrhR0DUbijijijiuKOKOKOK4o4o1MchychyHGOQ5OQ5DjHIcnMA1D+DR4NHjNVYPYYsHsMWD3DUSBIEgJAkCQEgSMDWccFA3G44KBuNxwUYc4NzcnNzg3Nyc3ODc3jUKQBggDBEAcPwfw/B/D8Q17FweC2Lg8FsXBjV2UFZ2dlBWdnZQUBzhw7cODhw7cODhw7zQNFYaKw416CUCUEoEoJw1uLi8uLi8uLjANbHjx4ePHjw8ePA17d12V1u67K63dc4=',
  ],
  [
    'in compression 3',
    { 259: 3 },
    'ABcNNw03AuACODDgwODDgwODDkACahXCjhRwrhRwo4Vwo6ABNRuKOKOKOK4o4o4o4rijigAmpjkOTkOQ4xyHJyHIcY5Dk5gAmofwaPBo8YAJqrB7DFg9hiwe4AE1EgSBICQJAkBIEjABNZxwUDcbjgoG43HBRgAjnBubk5ucG5uTm5wbm8ACahSAMEAYIgAXD8H8Pwfw/EACa9i4PBbFweC2LgwATV2UFZ2dlBWdnZQUAAjnDh24cHDh24cHDh3gA6BorDRWHABNeglAlBKBKCcACa3FxeXFxeXFxgAmtjx48PHjx4ePHgAJr27rsrrd12V1u65w',
  ],
  [
    'in compression 3, with rows by those above',
    { 259: 3, 292: 1 },
    'ABuGm4abgXABIgw9EGHogw8AGahXCjhRwrhRwo4Vwo6ABSNxLHEodIiuJY4lDpEVxLHGADNTHIcnIchxjkOTkOQ4xyHJzABRnwaD4NB8YAM1Vg9hiwewxYPcACiXAbIkCXAbIkCXAbgAzWccFA3G44KBuNxwUYAJiVAboIIm4lQG6CCJuJUBuoAM1CkAYIAwRAAgwYIh/BgiH8GCgAzXsXB4LYuDwWxcGAChhwgRszZhwgRszZhwgUAGOcOHbhwcOHbhwcOHeACEQhFCIQihEIYAM16CUCUEoEoJwAKwiXEvYRLiXsIl0AGa2PHjw8ePHh48eAAqCCBGs2BtBBAjWbA2gggRrCg=',
  ],
  [
    'in compression 3, with rows that are filled up',
    { 259: 3, 292: 5 },
    'AAG4abhpuBcAASIMPRBh6IMPAAGahXCjhRwrhRwo4Vwo6AABSNxLHEodIiuJY4lDpEVxLHGAAZqY5Dk5DkOMchychyHGOQ5OYAFGfBoPg0HxgAGaqwewxYPYYsHuAAFEuA2RIEuA2RIEuA3AAZrOOCgbjccFA3G44KMAATEqA3QQRNxKgN0EETcSoDdQAZqFIAwQBgiAAQYMEQ/gwRD+DBQAAZr2Lg8FsXB4LYuDAAFDDhAjZmzDhAjZmzDhAoABjnDh24cHDh24cHDh3gABCIQihEIRQiEMAAGa9BKBKCUCUE4AAVhEuJewiXEvYRLoAAGa2PHjw8ePHh48eAABUEECNZsDaCCBGs2BtBBAjWFA',
  ],
  [
    'in compression 4',
    { 259: 4 },
    'Lhplw0y4F0QYeiDD0QYeiFcSx0iFcSx0iFcQlkbiWOJQ6RFcSxxKHSIriWOOECEw4lOyOSCBCYcSnZHJBAhMOJT4z4NB8Gg+OVZB7IYsg9kMWQe8S4DZEgS4DZEgS4DeZwZgoQIjcGYKECI3BmC2JUBuggibiVAboIIm4lQG6oQQxEQQxEQQ4YMEQ/gwRD+DBQj3RHhFuiPCLdYYcIEbM2YcIEbM2YcIFYbSBAi4BhhtIECLgGGG0gQURCEUIhCKEQhk1wREoQlCJQhKETrCJcS9hEuJewiXdAjjON0COM43QI49BBAjWbA2gggRrNgbQQQI1hQAQAQ=',
  ],
  [
    'in compression 4, with the first bits of bytes last',
    { 259: 4, 266: 2 },
    'dFimwzId6CIYXgTDi2B4EepI4xKhjjQuEeoIaWJHGkcKl4g60jhSuETUkcZxCIQMR8pNnASBkOFIuYmTIBAyHCkf88GCDxZ8nGqCN2E0wZswmuA90gGbSCAdsIkE0gF75mAGhUDEDmZQCETsYAZtpAJ2QRDZkQrYBUFkRypgVyEIIyIIIyIIh8Egwh8MIvzBoBDvIh6iXcRDtGsYDoHYzGY4BGIzm+EQqGFLIBAdYBi2BALRAYZhSyAoIoQoRAhRiBAm6yAihZBCpBBSiFxDpCO9IdKR3hDpLhDHHLtAHHPsAnG8IAjEmg1sQRCINRvYgiAQaygAAiA=',
  ],
]

const fax = (tags: Tags, strip: Buffer, size = { width, height }): Buffer =>
  tiffFile([{ ...size, blocks: [strip], tags: { 258: 1, 262: 1, 277: 1, ...tags } }])

const pixelsOf = async (file: Buffer): Promise<number[]> => [...(await openImage(file).frame(0)).raster.pixels]

for (const [kind, tags, strip] of faxes) {
  test(`a fax ${kind} has the pixels of its runs`, async () => {
    assert.deepEqual(await pixelsOf(fax(tags, Buffer.from(strip, 'base64'))), expected)
  })

  test(`a fax ${kind} of which half is missing is damaged`, async () => {
    const whole = Buffer.from(strip, 'base64')
    await assert.rejects(pixelsOf(fax(tags, whole.subarray(0, whole.length / 2))), { code: 'document_damaged' })
  })

  test(`a fax ${kind} of nothing but zeros is damaged at once, where it took forever`, { timeout: 2000 }, async () => {
    const file = fax(tags, Buffer.alloc(200_000), { width: 1000, height: 1000 })
    await assert.rejects(pixelsOf(file), { code: 'document_damaged' })
  })
}

const stripOf = (bits: string): Buffer =>
  Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [])

/** Rows of eight pixels: so many white ones, and black ones after them. */
const [mark, white] = ['000000000001', '10011']
const blackFrom = ['00110101000101', '00011100011', '01110010', '10000011', '1011011', '110010', '111011', '1111010']
const rowOf = (from: number): readonly number[] => Array.from({ length: 8 }, (_, x) => (x < from ? 255 : 0))
const whiteIsZero = { 259: 3, 262: 0 }

test('rows of a fax after each other that are damaged are those above, up to four of them, with a warning', async () => {
  const starts = Array.from({ length: 100 }, (_, y) => y % 8)
  const coded = starts.map((from) => `${mark}${blackFrom[from] ?? ''}`)
  // A row with a code that is none, one that is too long, and one that is too short.
  const damaged = coded.with(10, `${mark}000000001`).with(11, `${mark}${white}11`).with(12, `${mark}11`)
  const fileOf = (rows: readonly string[]) => fax(whiteIsZero, stripOf(rows.join('')), { width: 8, height: 100 })
  const shown = starts.with(10, 1).with(11, 1).with(12, 1)
  assert.deepEqual(
    await pixelsOf(fileOf(damaged)),
    shown.flatMap((from) => rowOf(from)),
  )
  const more = damaged.with(13, `${mark}11`).with(14, `${mark}11`)
  await assert.rejects(pixelsOf(fileOf(more)), { code: 'document_damaged' })
  const warned = async (rows: readonly string[]) => {
    const { warnings } = await opticalEngine.read(fileOf(rows), { ...defaultRequest, mediaType: 'image/tiff' })
    return warnings.filter(({ code }) => code === 'picture_damaged')
  }
  assert.deepEqual(await warned(coded), [])
  const [only] = await warned(damaged)
  assert.deepEqual([only?.page, /3 rows of pixels are damaged/.test(only?.message ?? '')], [1, true])
})

test('rows that a fax does not have after its own end are white, and without one it is damaged', async () => {
  const size = { width: 8, height: 20 }
  const shown = [...rowOf(3), ...Array<number>(8 * 19).fill(255)]
  const ended = `${mark}${blackFrom[3] ?? ''}${mark.repeat(6)}`
  assert.deepEqual(await pixelsOf(fax(whiteIsZero, stripOf(ended), size)), shown)
  const byAbove = `001${blackFrom[3] ?? ''}`
  const t6 = { 259: 4, 262: 0 }
  assert.deepEqual(await pixelsOf(fax(t6, stripOf(byAbove + mark.repeat(2)), size)), shown)
  for (const [tags, bits] of [
    [whiteIsZero, `${mark}${blackFrom[3] ?? ''}`],
    [t6, byAbove],
  ] as const)
    await assert.rejects(pixelsOf(fax(tags, stripOf(bits), size)), { code: 'document_damaged' })
})

test('a row of compression 2 that ends with 64 black pixels, in two codes, has the right rows below it', async () => {
  const row = `${white}00000011110000110111`.padEnd(32, '0')
  const size = { width: 72, height: 3 }
  const shown = Array.from({ length: 72 }, (_, x) => (x < 8 ? 255 : 0))
  assert.deepEqual(await pixelsOf(fax({ 259: 2, 262: 0 }, stripOf(row.repeat(3)), size)), [
    ...shown,
    ...shown,
    ...shown,
  ])
})

test('runs without pixels are none, and runs of many pixels have several codes', async () => {
  const size = { width: 5200, height: 1 }
  // Twice 2560 white ones and 16, no black one, 60 white ones, 4 black ones.
  const bits = `${'000000011111'.repeat(2)}101010000011011101001011011`
  assert.deepEqual(await pixelsOf(fax({ 259: 2, 262: 0 }, stripOf(bits), size)), [
    ...Array<number>(5196).fill(255),
    ...Array<number>(4).fill(0),
  ])
})

test('a fax that is not compressed in places is refused with a sentence', async () => {
  const strip = stripOf(`0000001111${'01'.repeat(8)}`)
  await assert.rejects(pixelsOf(fax({ 259: 4, 293: 2 }, strip)), /not read: a fax that is not compressed/)
  await assert.rejects(pixelsOf(fax({ 259: 4, 258: 8 }, strip)), /not read: a fax of 1 times 8 bits/)
})

test('a TIFF in PackBits has the bytes of its runs, and one in LZW or deflated the sums of its differences', async () => {
  const packed = Buffer.from([2, 10, 20, 30, 128, 254, 7, 0, 9])
  const grey = { 258: 8, 259: 32_773 }
  assert.deepEqual(await pixelsOf(fax(grey, packed, { width: 7, height: 1 })), [10, 20, 30, 7, 7, 7, 9])
  const sums = { 258: 16, 259: 8, 317: 2 }
  const differences = deflateSync(Buffer.from([0xff, 10, 2, 10, 0, 0xff, 0xff, 0]))
  assert.deepEqual(await pixelsOf(fax(sums, differences, { width: 2, height: 2 })), [10, 21, 255, 255])
})
