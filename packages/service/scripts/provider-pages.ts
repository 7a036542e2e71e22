import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { type Document, type OutputId, type OutputValues, render, warningCodes } from '@polyparse/document'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { createLocalProvider } from '@polyparse/providers/composition'
import { auto } from '@polyparse/providers/local'
import { paddleOcr } from '@polyparse/providers/local'
import { providerA } from '@polyparse/providers/local'
import { providerB } from '@polyparse/providers/local'
import { providerC } from '@polyparse/providers/local'
import { isRemote, type DirectProvider, type Provider } from '@polyparse/providers/port'
import { readSettings } from '../src/config.ts'
import { createAnswerThreads } from '@polyparse/providers/composition'
import { vendors } from '@polyparse/providers/composition'
import { openVendors } from '../src/service/vendors.ts'
import { markdownTable } from './markdown-table.ts'
import { documentOf } from '@polyparse/providers/port'

type Shown = { readonly document: Document; readonly outputs: Partial<OutputValues> }
type Show = (
  id: string,
  file: string,
  output: OutputId,
  asked?: { readonly pages?: readonly number[]; readonly options?: Readonly<Record<string, unknown>> },
) => Promise<Shown>

/** The pages of docs/use/providers with parts between marks. */
export const providerPages = ['README', 'local', 'results'].map((name) => `docs/use/providers/${name}.md`)

/** The parts of {@link providerPages} by name, made by the providers themselves from the examples. */
export const makeProviderParts = async (): Promise<Readonly<Record<string, string>>> => {
  const spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-docs-'))
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory })
  try {
    const providers = [auto, providerA, providerB, providerC, paddleOcr].map((provider) =>
      createLocalProvider(provider, { sandbox }),
    )
    return await partsOf(providers)
  } finally {
    await sandbox.close()
    await rm(spoolDirectory, { recursive: true, force: true })
  }
}

/** The page with the text between its marks replaced. */
export const putParts = (page: string, parts: Readonly<Record<string, string>>): string =>
  page.replaceAll(/(<!-- begin: (.*?) -->).*?(?=<!-- end -->)/gs, (_match, begin: string, name: string) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`There is no part ${name}.`)
    return `${begin}\n\n${part}\n\n`
  })

const partsOf = async (providers: readonly DirectProvider[]): Promise<Record<string, string>> => {
  const show = showing(providers)
  const markdown = await show('auto', 'sample.pdf', 'markdown', { pages: [2] })
  const scan = await show('provider-b', 'scan.pdf', 'markdown')
  const recognized = await show('auto', 'scan.pdf', 'markdown')
  const { outputs } = await show('provider-c', 'sample.pdf', 'chunks')
  const block = scan.document.pages.flatMap(({ blocks }) => blocks).find(({ type }) => type === 'paragraph')
  return {
    capabilities: capabilitiesTable(providers),
    options: optionsList(providers),
    vendors: await vendorsTable(),
    markdown: fenced((markdown.outputs.markdown ?? '').split('\n## ')[0]?.trim() ?? ''),
    confidence: fenced(inspected({ ...block, quality: scan.document.quality })),
    warnings: fenced(recognized.document.warnings.map(inspected).join('\n')),
    codes: Object.entries(warningCodes)
      .map(([code, when]) => `- **\`${code}\`:** ${when}`)
      .join('\n'),
    chunks: fenced((outputs.chunks ?? []).slice(1, 2).map(inspected).join('\n')),
  }
}

const showing =
  (providers: readonly DirectProvider[]): Show =>
  async (id, file, output, { pages = null, options = {} } = {}) => {
    const provider = providers.find((each) => each.id === id)
    if (provider === undefined) throw new RangeError(`There is no ${id}.`)
    const bytes = await readFile(new URL(`../../../examples/${file}`, import.meta.url))
    const open = async (): Promise<Readable> => Readable.from([bytes])
    const parsed = await provider.parse(
      {
        source: { owner: 'account', mediaType: 'application/pdf', filename: file, size: bytes.length, open },
        pages,
        maxPages: 10,
        options,
        outputs: [output],
        includeRaw: false,
      },
      AbortSignal.timeout(120_000),
    )
    const document = documentOf(parsed)
    return { document, outputs: await render(document, [output], { filename: file, sizeBytes: bytes.length }) }
  }

const fenced = (text: string): string => `\`\`\`text\n${text}\n\`\`\``

/** JSON with one member per line; the value of a member stays on one line. */
const inspected = (value: object): string =>
  `{\n${Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `  ${JSON.stringify(name)}: ${JSON.stringify(rounded(member))}`)
    .join(',\n')}\n}`

const rounded = (value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : Array.isArray(value) ? value.map(rounded) : value

const capabilitiesTable = (providers: readonly Provider[]): string =>
  markdownTable([
    ['', ...providers.map(({ id }) => `\`${id}\``)],
    ['name', ...providers.map(({ name }) => name)],
    ['outputs', ...providers.map(({ capabilities }) => capabilities.outputs.join(', '))],
    ['features', ...providers.map(({ capabilities }) => capabilities.features.join(', '))],
    ['execution', ...providers.map(({ capabilities }) => capabilities.execution)],
  ])

/** The vendors, opened with all that each of them needs. */
const vendorsTable = async (): Promise<string> => {
  const sandbox = { run: () => Promise.reject(new Error('nothing is read')) }
  const answers = createAnswerThreads({ maxMebibytes: 16 })
  const open = (environment: Readonly<Record<string, string>>) =>
    openVendors(readSettings(environment), { sandbox, answers })
  /** The settings that are needed until none is missing. */
  const needsOf = async (index: number, given: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const vendor = (await open(given))[index]
    if (vendor === undefined || !('missing' in vendor) || vendor.missing === null) return Object.keys(given)
    return needsOf(index, { ...given, [vendor.missing]: exampleOf(vendor.missing) })
  }
  const needs = await Promise.all((await open({})).map((_, index) => needsOf(index)))
  const opened = await open(Object.fromEntries(needs.flat().map((variable) => [variable, exampleOf(variable)])))
  const rows = opened.flatMap((vendor, index) => {
    if ('missing' in vendor || !isRemote(vendor)) return []
    const { limits } = vendor
    return [
      [
        `\`${vendor.id}\``,
        (needs[index] ?? []).map((variable) => `\`${variable}\``).join(', '),
        limits.bytes === undefined ? '' : `${limits.bytes / 1_000_000} MB`,
        limits.pages === undefined ? '' : String(limits.pages),
        String(limits.concurrency),
        vendor.price === undefined ? 'nothing' : `${vendor.price.perPage} USD`,
      ],
    ]
  })
  return markdownTable([
    ['Id', 'Enabled by', 'Largest document', 'Most pages', 'Runs at once', 'A page, about'],
    ...rows,
  ])
}

/** The key of a service account of Google Cloud, made for this. */
const exampleKey = JSON.stringify({
  type: 'service_account',
  project_id: 'example',
  private_key_id: '1',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  client_email: 'reader@example.iam.gserviceaccount.com',
})

/** A value that is allowed for a setting of a vendor. */
const exampleOf = (variable: string): string => {
  const settings = vendors.flatMap(({ declaration }) => Object.values(declaration.settings))
  const setting = settings.find((each) => each.variable === variable)
  const example = ['https://example.org', 'eu-central-1', 'eu', exampleKey].find(
    (each) => (setting?.parse(each) ?? null) !== null,
  )
  if (example === undefined) throw new RangeError(`There is no example of ${variable}.`)
  return example
}

type OptionSchema = Readonly<Record<string, unknown>>

const optionsList = (providers: readonly Provider[]): string => {
  const all = new Map<string, { readonly schema: OptionSchema; readonly of: string[] }>()
  for (const { id, options } of providers)
    for (const [name, schema] of Object.entries(propertiesOf(options))) {
      const known = all.get(name) ?? { schema, of: [] }
      if (!isDeepStrictEqual(known.schema, schema)) throw new Error(`${name} means different things`)
      known.of.push(id.replace('provider-', ''))
      all.set(name, known)
    }
  return [...all]
    .map(([name, { schema, of }]) => {
      const usual = schema['default'] === undefined ? '' : `, by default \`${JSON.stringify(schema['default'])}\``
      return `- **\`${name}\`** (${of.join(', ')}): ${takes(schema)}${usual}. ${String(schema['description'])}`
    })
    .join('\n')
}

const propertiesOf = (schema: Provider['options']): Record<string, OptionSchema> =>
  schema !== 'passthrough' && 'properties' in schema && isSchemas(schema.properties) ? schema.properties : {}

const isSchemas = (value: unknown): value is Record<string, OptionSchema> => typeof value === 'object' && value !== null

const takes = (schema: OptionSchema): string => {
  const { type, items, minimum, maximum } = schema
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => `\`${value}\``).join(', ')
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'].map(takes).join(', or ')
  if ('const' in schema) return `\`${String(schema['const'])}\``
  if (type === 'array' && isSchemas(items)) return `a list of ${takes(items)}`
  const range = minimum === undefined ? '' : `, ${JSON.stringify(minimum)} to ${JSON.stringify(maximum)}`
  return `${String(type)}${range}`
}
