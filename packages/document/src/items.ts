/** The items that a list can hold. Neither `undefined` nor a gap is one. */
type Held = string | number | boolean | object | null

/**
 * The item at an index that the list is known to have; of one that may be shorter, `items[index]` says so by its type. Lists of
 * every kind come through here, so it takes ten times as long as an index does: loops over pixels, characters or words have
 * an index.
 * @throws {RangeError} when there is no such item, which is a mistake of the caller.
 * @example itemAt(['a', 'b'], 1) // 'b'
 */
export const itemAt = <Item extends Held>(items: ArrayLike<Item>, index: number): Item => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`there is no item ${index} in a list of ${items.length}`)
  return item
}

/**
 * @throws {RangeError} when the list is empty.
 * @example firstOf(['a', 'b']) // 'a'
 */
export const firstOf = <Item extends Held>(items: ArrayLike<Item>): Item => itemAt(items, 0)

/**
 * @throws {RangeError} when the list is empty.
 * @example lastOf(['a', 'b']) // 'b'
 */
export const lastOf = <Item extends Held>(items: ArrayLike<Item>): Item => itemAt(items, items.length - 1)

/**
 * Each item with the one after it: one pair fewer than there are items.
 * @example pairwise([1, 2, 3]) // [[1, 2], [2, 3]]
 */
export const pairwise = <Item extends Held>(items: readonly Item[]): (readonly [Item, Item])[] =>
  items.slice(1).map((item, index) => [itemAt(items, index), item])
