/**
 * `JSON.stringify` in pieces, so that a large result is stored without ever being one string. The first levels are
 * walked; anything deeper is stringified whole: a page, a table, an image.
 */
export function* jsonPieces(value: unknown, levels = 4): Generator<string> {
  if (levels > 0 && Array.isArray(value)) yield* arrayPieces(value, levels - 1)
  else if (levels > 0 && isPlainObject(value)) yield* objectPieces(value, (member) => jsonPieces(member, levels - 1))
  else yield JSON.stringify(value) ?? 'null'
}

function* arrayPieces(items: readonly unknown[], levels: number): Generator<string> {
  let before = '['
  for (const item of items) {
    yield before
    yield* jsonPieces(item, levels)
    before = ','
  }
  yield items.length === 0 ? '[]' : ']'
}

/** An object whose members are made by `piecesOf`, in their order; those that are undefined are left out. */
export function* objectPieces(
  object: object,
  piecesOf: (value: unknown, name: string) => Iterable<string>,
): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* piecesOf(value, name)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value)
