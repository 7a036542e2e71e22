import { glob, readFile } from 'node:fs/promises'
import { parseAstAsync } from 'rolldown/parseAst'

/**
 * Part of `npm run check`: a search for an exported name finds one definition, and few definitions of a file share their
 * name with those of another. Prints the share of those that do.
 */

/** The share of all definitions at the level of a module whose name another file defines too. */
const maxSharedShare = 0.15

type Definition = { readonly name: string; readonly file: string; readonly isExported: boolean }

type Statement = Awaited<ReturnType<typeof parseAstAsync>>['body'][number]

/** The names that a statement declares; a pattern takes apart what is defined elsewhere. */
const declaredBy = (statement: Statement): readonly string[] => {
  if (statement.type === 'VariableDeclaration')
    return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  if (!('id' in statement)) return []
  return statement.id?.type === 'Identifier' ? [statement.id.name] : []
}

const definitionsIn = async (file: string): Promise<readonly Definition[]> => {
  const text = await readFile(file, 'utf8')
  const { body } = await parseAstAsync(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const exported = new Map<string, boolean>()
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    // A type and a value of one name are one definition.
    for (const name of declaration === null ? [] : declaredBy(declaration))
      exported.set(name, exported.get(name) === true || declaration !== statement)
  }
  return [...exported].map(([name, isExported]) => ({ name, file, isExported }))
}

// The checker of dead code takes files that a literal pattern names for used.
const files = await Array.fromAsync(glob(['ts', 'tsx'].map((ending) => `packages/*/src/**/*.${ending}`)))
const definitions: Definition[] = []
for (const file of files.toSorted()) definitions.push(...(await definitionsIn(file)))

const byName = Map.groupBy(definitions, ({ name }) => name)
const isShared = ({ name, file }: Definition): boolean =>
  byName.get(name)?.some((other) => other.file !== file) === true

const exportedTwice = [
  ...Map.groupBy(
    definitions.filter(({ isExported }) => isExported),
    ({ name }) => name,
  ),
]
  .map(([name, all]) => ({ name, files: new Set(all.map(({ file }) => file)) }))
  .filter((each) => each.files.size > 1)
for (const { name, files: where } of exportedTwice) console.error(`${name} is exported by ${[...where].join(' and ')}`)

const share = definitions.filter(isShared).length / definitions.length
console.log(
  `${definitions.length} definitions in ${files.length} files, ${(share * 100).toFixed(1)} % of them under a name that another file has too`,
)
if (share > maxSharedShare) console.error(`At most ${maxSharedShare * 100} % may be.`)
if (exportedTwice.length > 0 || share > maxSharedShare) process.exitCode = 1
