import { outputIds, outputRecords } from '@polyparse/document/schema'

/** The files of outputs, as the book lists them: those of JSON together. */
export const outputFiles = (): string => {
  const files = Map.groupBy(outputIds, (id) => outputRecords[id].mediaType === 'application/json')
  const listed = (ids: readonly (typeof outputIds)[number][] = []) =>
    ids.map((id) => `\`${id}\` in \`NAME.${outputRecords[id].extension}\``).join(', ')
  return `- texts: ${listed(files.get(false))}\n- JSON: ${listed(files.get(true))}`
}

/** The members of a JSON Schema that say what a value is. */
type ValueSchema = { readonly title?: string; readonly type?: string; readonly items?: ValueSchema }

const pythonType = ({ title, type, items }: ValueSchema): string => {
  if (title !== undefined) return `_wire.${title}`
  if (items !== undefined) return `list[${pythonType(items)}]`
  const primitive = type === undefined ? undefined : pythonPrimitives[type]
  if (primitive === undefined) throw new Error(`There is no type of Python for ${type}.`)
  return primitive
}

const pythonPrimitives: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
}

const pythonProperties = (): string =>
  outputIds
    .map((id) => {
      const type = pythonType(outputRecords[id].schema)
      return `    @property\n    def ${id}(self) -> ${type}:\n        return cast("${type}", self._output("${id}"))\n`
    })
    .join('\n')

/** The code of the Python client with a property for each output between the marks. */
export const putProperties = (code: string): string =>
  code.replace(
    /(# Begin: outputs\..*\n)[^]*?( *# End: outputs\.)/,
    (_match, begin: string, end: string) => `${begin}\n${pythonProperties()}\n${end}`,
  )
