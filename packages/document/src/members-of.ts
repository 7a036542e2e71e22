/** One member of all records of a table, by the names of the records. */
export const membersOf = <Name extends string, Table extends Readonly<Record<string, Readonly<Record<Name, unknown>>>>>(
  table: Table,
  name: Name,
): { readonly [Row in keyof Table]: Table[Row][Name] } => {
  const members = Object.fromEntries(Object.entries(table).map(([row, record]) => [row, record[name]]))
  const isOfAll = (found: object): found is { readonly [Row in keyof Table]: Table[Row][Name] } =>
    Object.keys(table).every((row) => row in found)
  if (!isOfAll(members)) throw new Error(`A record has no ${name}.`)
  return members
}
