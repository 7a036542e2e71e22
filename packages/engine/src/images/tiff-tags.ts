import type { Directory } from './tiff-directories.ts'

/** Tags of a TIFF by what they say (TIFF 6.0, appendix A). */
export const tiffTags = {
  /** Bit 0 marks a smaller copy of another page. */
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  strips: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  t4Options: 292,
  t6Options: 293,
  planes: 284,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tiles: 324,
  tileBytes: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  jpegFile: 513,
  jpegFileBytes: 514,
  subsampling: 530,
} as const

/** The first value of the tag, or this one where the directory does not have it. */
export const tagOr = (directory: Directory, tag: number, otherwise: number): number =>
  directory.get(tag)?.[0] ?? otherwise
