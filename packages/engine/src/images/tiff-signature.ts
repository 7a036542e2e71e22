/**
 * The first bytes of a TIFF or BigTIFF, in either byte order. Raw photographs of many cameras begin with them too.
 * @example isTiff(Buffer.from('49492a0008000000', 'hex')) // true
 */
export const isTiff = (head: Uint8Array): boolean =>
  ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(Buffer.from(head.subarray(0, 4)).toString('latin1'))
