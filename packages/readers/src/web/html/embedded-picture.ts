import type { FindPicture } from './blocks.ts'

/** A picture that is written into its address (RFC 2397); of others, nothing is fetched. */
export const embeddedPicture: FindPicture = (address) => {
  const data = /^\s*data:image\/[\w.+-]+;base64,([A-Za-z\d+/=\s]+)$/i.exec(address)?.[1]
  return data === undefined ? null : { data: Buffer.from(data, 'base64') }
}
