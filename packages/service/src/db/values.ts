/** Type numbers of PostgreSQL, the same on every server. */
export const typeNumbers = { bytea: 17, int8: 20 } as const

/**
 * Reads a bigint column as a number.
 * @throws {RangeError} above 2⁵³, rather than giving a wrong number.
 * @example parseBigint('42') // 42
 */
export const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint of the database is beyond the safe integers')
  return value
}

/** Reads a bytea column from PostgreSQL's hex form, such as `\x00ff`. */
export const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')

/**
 * Tells whether the text is a UUID of any version (RFC 9562), in either case.
 * @example isUuid('019aa6c4-5d0c-7a30-9d6f-0d6f3f6c1c55') // true
 */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
