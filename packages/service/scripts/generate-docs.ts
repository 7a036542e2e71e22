import { readFile, writeFile } from 'node:fs/promises'
import { problemCodes, problems, problemSlug } from '@polyparse/contract'
import { buildOpenApi } from '../src/api/openapi/build.ts'
import { HttpProviders } from '@polyparse/providers/composition'
import { serviceSettings } from '../src/config/service-settings.ts'
import { address, type Setting } from '@polyparse/providers/settings'
import { vendorKey } from '@polyparse/providers/settings'
import { vendors } from '@polyparse/providers/vendors'
import { measuredTables, readMeasured } from '../bench/measured.ts'
import { blockingClient } from './blocking-client.ts'
import { makeProviderParts, providerPages, putParts } from './provider-pages.ts'
import { outputFiles, putProperties } from './output-parts.ts'
import { thirdPartyPage } from './third-party.ts'

/**
 * Writes the pages and the code that are generated from the code; with `--check` it writes nothing and fails when one of them is out
 * of date.
 */
const root = new URL('../../../', import.meta.url)

const problemsPage = (): string => {
  const sections = problemCodes.map((code) => {
    const { status, title, summary, remedy } = problems[code]
    return `## ${code}\n\n${status} ${title}. ${summary}\n\n**What to do:** ${remedy}\n`
  })
  return `# Problems

Every error response is \`application/problem+json\` with one of these codes in \`code\`. \`detail\` says what was wrong with this
request, \`request_id\` identifies it in the log, and \`type\` is the address of the problem, such as \`/problems/${problemSlug('rate_limited')}\`.

<!-- Made by packages/service/scripts/generate-docs.ts from packages/contract/src/problems.ts. -->

${sections.join('\n')}`
}

/** The values that most settings of their kind take, which the page says once at its top. */
const usual: ReadonlySet<string> = new Set(['any text', vendorKey('', '').allowed, address('http:', 'https:').allowed])

const takenBy = ({ allowed }: Setting): string =>
  usual.has(allowed) ? '' : allowed.replace(/^a whole number from (\d+) to (\d+)$/, '$1 to $2')

/** Settings that differ by their defaults only, on one line. */
const settingsLine = (settings: readonly Setting[], help: string): string => {
  const names = settings.map(({ variable, default: text }) =>
    text === '' ? `**\`${variable}\`**` : `**\`${variable}\`** (default \`${text}\`)`,
  )
  const takes = settings[0] === undefined ? '' : takenBy(settings[0])
  return `- ${names.join(', ')}: ${help}${takes === '' ? '' : ` Takes ${takes}.`}`
}

const vendorLines = (): string[] => {
  const all = vendors.flatMap(({ declaration: { id, settings } }) =>
    Object.values(settings).map((setting) => ({
      setting,
      help: setting.help.replace(`the provider \`${id}\``, 'the provider').replace(`\`${id}\``, 'the provider'),
    })),
  )
  const groups = Map.groupBy(all, ({ setting, help }) => `${help} ${takenBy(setting)}`)
  return [...groups.values()].map((group) => {
    const [{ setting, help } = { setting: null, help: '' }] = group
    const settings = group.map((each) => each.setting)
    return settingsLine(settings, settings.length === 1 ? (setting?.help ?? '') : help)
  })
}

const configurationPage = (): string => `# Configuration

All settings are environment variables, read once at the start. An empty variable counts as absent. If settings are not valid, the
service names all of them and does not start. A number is whole, an address is a URL that starts with \`http://\` or \`https://\`,
a key is without spaces. Settings of providers, encryption, converters and the sign-in have the same values in all processes.

<!-- Made by packages/service/scripts/generate-docs.ts from packages/service/src/config/ and the declarations of vendors in packages/providers/src/. -->

## The service

${Object.values(serviceSettings)
  .map((setting) => settingsLine([setting], setting.help))
  .join('\n')}

## Vendors

${vendorLines().join('\n')}
`

const awaitingClient = new URL('clients/python/src/polyparse/_async_client.py', root)

const pythonResults = new URL('clients/python/src/polyparse/results.py', root)

const httpProvidersSchema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...HttpProviders }

let providerParts: ReturnType<typeof makeProviderParts> | undefined

const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'docs/use/problems.md': problemsPage,
  'docs/use/configuration.md': configurationPage,
  'docs/openapi.json': async () => `${JSON.stringify(await buildOpenApi(), null, 2)}\n`,
  'docs/http-providers.schema.json': () => `${JSON.stringify(httpProvidersSchema, null, 2)}\n`,
  ...Object.fromEntries(
    providerPages.map((name) => [
      name,
      async () => putParts(await readFile(new URL(name, root), 'utf8'), await (providerParts ??= makeProviderParts())),
    ]),
  ),
  'docs/use/performance.md': async () =>
    putParts(await readFile(new URL('docs/use/performance.md', root), 'utf8'), measuredTables(await readMeasured())),
  'docs/use/cli.md': async () =>
    putParts(await readFile(new URL('docs/use/cli.md', root), 'utf8'), { files: outputFiles() }),
  'clients/python/src/polyparse/results.py': async () => putProperties(await readFile(pythonResults, 'utf8')),
  'clients/python/src/polyparse/_client.py': async () => blockingClient(await readFile(awaitingClient, 'utf8')),
  'THIRD_PARTY.md': () => thirdPartyPage(new URL('package-lock.json', root)),
}

const readIfThere = async (path: URL): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const checkOnly = process.argv.includes('--check')
for (const [name, make] of Object.entries(pages)) {
  const path = new URL(name, root)
  const page = await make()
  if ((await readIfThere(path)) === page) {
    console.log(`${name} is up to date`)
  } else if (checkOnly) {
    console.log(`${name} is not what the code says: run \`npm run docs\``)
    process.exitCode = 1
  } else {
    await writeFile(path, page)
    console.log(`${name} written`)
  }
}
