import { readFile } from 'node:fs/promises'
import { Type } from '@polyparse/document/typebox'
import { Parse } from '@polyparse/document/typebox/schema'
import { markdownTable } from './markdown-table.ts'

const Lock = Type.Object({
  packages: Type.Record(
    Type.String(),
    Type.Object({
      version: Type.Optional(Type.String()),
      license: Type.Optional(Type.String()),
      dev: Type.Optional(Type.Boolean()),
      devOptional: Type.Optional(Type.Boolean()),
      link: Type.Optional(Type.Boolean()),
    }),
  ),
})

/** Software bundled inside a package without being a package; its notices are in that package. */
const inside = [
  ['Lucide, icons', 'ISC, some of them MIT', 'in the web app'],
  ['PDFium', 'BSD-3-Clause and Apache-2.0', 'in @embedpdf/pdfium and in @llamaindex/liteparse-…'],
  ['PostgreSQL', 'PostgreSQL Licence', 'in @electric-sql/pglite'],
  ['Tesseract', 'Apache-2.0', 'in @llamaindex/liteparse-…, not used'],
]

/**
 * THIRD_PARTY.md: everything that is installed with the service, from the lock file, so it is the same on every
 * platform.
 */
export const thirdPartyPage = async (lockFile: URL): Promise<string> => {
  const { packages } = Parse(Lock, JSON.parse(await readFile(lockFile, 'utf8')))
  const rows = new Map<string, readonly string[]>()
  for (const [path, { version = '', license, dev, devOptional, link }] of Object.entries(packages)) {
    const isOwn = link === true || !path.includes('node_modules/')
    if (isOwn || dev === true || devOptional === true) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    rows.set(`${name} ${version}`, [name, version, license ?? 'see the package'])
  }
  const sorted = [...rows.values()].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return `# Third-party parts

What is installed with Polyparse to run it, each under its own licence; the text of each licence is in its package.

<!-- Made by scripts/generate-docs.ts from package-lock.json. -->

${markdownTable([['Package', 'Version', 'Licence'], ...sorted])}

Inside these packages and Polyparse:

${markdownTable([['Part', 'Licence', 'Where'], ...inside])}
`
}
