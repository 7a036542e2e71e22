/**
 * Works on items, so many at once. After a failure no other item is begun; the failure is thrown when the work under
 * way has ended.
 */
export const someAtOnce = async <Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const failures: unknown[] = []
  const workOn = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift()) {
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, workOn))
  if (failures.length > 0) throw failures[0]
}
