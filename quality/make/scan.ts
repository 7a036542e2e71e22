import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { encode as encodeJpeg } from 'jpeg-js'
import Pdf from 'pdfkit'
import { PNG } from 'pngjs'
import { runProgram } from './program.ts'
import { treatments, type Grey } from './scan-treatments.ts'
import type { Treatment } from './rendition.ts'

/** The pages of a PDF as pictures without any text, worn as by printing, age and scanning. */
export const scanOf = async (pdf: URL, treatment: Treatment): Promise<Buffer> => {
  const { dpi, format, apply } = treatments[treatment]
  const scan = new Pdf({ autoFirstPage: false, info: { CreationDate: new Date('2025-01-01T00:00:00Z') } })
  const bytes = buffer(scan)
  for (const [index, page] of (await rasterOf(pdf, dpi)).entries()) {
    const grey = apply(page, index + 1)
    const [width, height] = [(grey.width * 72) / dpi, (grey.height * 72) / dpi]
    scan.addPage({ size: [width, height], margin: 0 })
    scan.image(format === 'png' ? pngOf(grey) : jpegOf(grey), 0, 0, { width, height })
  }
  scan.end()
  return bytes
}

const rasterOf = async (pdf: URL, dpi: number): Promise<Grey[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-quality-'))
  try {
    await runProgram('pdftoppm', ['-r', String(dpi), '-gray', fileURLToPath(pdf), join(folder, 'page')])
    const names = (await readdir(folder)).toSorted()
    return await Promise.all(names.map(async (name) => parseGreymap(await readFile(join(folder, name)))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A binary PGM file of 8 bits. */
const parseGreymap = (file: Buffer): Grey => {
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 64).toString('latin1'))
  if (header === null) throw new TypeError('The raster is no greymap of 8 bits.')
  return { width: Number(header[1]), height: Number(header[2]), pixels: file.subarray(header[0].length) }
}

const pngOf = ({ width, height, pixels }: Grey): Buffer => {
  const png = new PNG({ width, height, colorType: 0, inputColorType: 0, bitDepth: 8, inputHasAlpha: false })
  png.data = Buffer.from(pixels)
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false, deflateLevel: 9 })
}

const jpegOf = ({ width, height, pixels }: Grey): Buffer => {
  const data = Buffer.alloc(width * height * 4, 255)
  for (const [index, value] of pixels.entries()) data.fill(value, index * 4, index * 4 + 3)
  return encodeJpeg({ width, height, data }, 40).data
}
