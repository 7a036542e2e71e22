/** Type numbers of PostgreSQL, the same on every server. */
export const typeNumbers = { bytea: 17, int8: 20 } as const

/**
 * A bigint column as a number.
 * @throws {RangeError} above 2⁵³, rather than giving a wrong number.
 */
export const parseBigint = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint of the database is beyond the safe integers')
  return value
}

/** A bytea column in PostgreSQL's hex form. */
export const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')

/** Whether the text is a UUID of any version (RFC 9562), in either case. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
