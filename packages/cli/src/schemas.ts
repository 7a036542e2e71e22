import type { Client } from '@polyparse/client'
import { type JsonSchema, limits, type SchemaSummary, Uuid } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { schemaOption } from './documents/options.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, nameOption, wholeNumberOption, type JsonOption } from './options.ts'
import { print, readableTime, tableOr } from './output.ts'
import { askRunningService, type ServiceOption, serviceOption } from './ask-running-service.ts'

type SchemaCommandOptions = JsonOption & ServiceOption

/** `polyparse schemas`: those that an account has stored in a service. */
export const addSchemaCommands = (program: Command, invocation: Invocation): void => {
  const schemas = program.command('schemas').description('manage the schemas for extractions of your account')
  const add = (name: string, description: string): Command => schemas.command(name).description(description)
  const withOptions = (command: Command): Command => command.option(...serviceOption).option(...jsonOption)

  withOptions(
    add('store', 'store a JSON Schema under a name, as the next version if the account has it')
      .argument('<name>', 'a name of your choice', nameOption)
      .argument('<file>', 'the JSON Schema', schemaOption)
      .option('--description <text>', 'what it is for, or what the version changes'),
  ).action(
    async (name: string, schema: JsonSchema, given: SchemaCommandOptions & { readonly description?: string }) => {
      const { description } = given
      const stored = await askAboutSchemas(invocation, given, (client) =>
        client.schemas.store({ name, schema, description }),
      )
      print(invocation, stored, given, () => `${stored.id}, version ${stored.version}`)
    },
  )

  withOptions(add('list', 'list the schemas').option('--archived', 'those that are archived')).action(
    async (given: SchemaCommandOptions & { readonly archived?: boolean }) => {
      const { archived = false } = given
      const list = await askAboutSchemas(invocation, given, (client) =>
        Array.fromAsync(client.schemas.list({ archived })),
      )
      print(invocation, { schemas: list }, given, () =>
        tableOr('No schemas found.', ['ID', 'NAME', 'VERSION', 'STORED', 'DESCRIPTION'], list.map(rowOfSchema)),
      )
    },
  )

  withOptions(
    add('show', 'print the JSON Schema')
      .argument('<schema>', schemaArgument)
      .option('--schema-version <number>', 'not the latest version', wholeNumberOption(1, limits.schemaVersions)),
  ).action(async (named: string, given: SchemaCommandOptions & { readonly schemaVersion?: number }) => {
    const { schemaVersion: version } = given
    const stored = await askAboutSchemas(invocation, given, async (client) =>
      client.schemas.get(await idOfSchema(client, named), { ...(version !== undefined && { version }) }),
    )
    print(invocation, stored, given, () => JSON.stringify(stored.schema, null, 2))
  })

  withOptions(
    add('archive', 'keep new jobs from referring to a schema, until something is stored under its name').argument(
      '<schema>',
      schemaArgument,
    ),
  ).action(async (named: string, given: SchemaCommandOptions) => {
    const archived = await askAboutSchemas(invocation, given, async (client) =>
      client.schemas.archive(await idOfSchema(client, named)),
    )
    print(invocation, archived, given, () => `The schema ${archived.name} is archived.`)
  })

  withOptions(
    add('erase', 'erase a schema with all its versions; jobs keep what they fill').argument('<schema>', schemaArgument),
  ).action(async (named: string, given: SchemaCommandOptions) => {
    const id = await askAboutSchemas(invocation, given, async (client) => {
      const found = await idOfSchema(client, named)
      await client.schemas.erase(found)
      return found
    })
    print(invocation, { id }, given, () => `The schema ${named} is erased.`)
  })

  schemas.addHelpText('after', schemasHelp)
}

const schemaArgument = 'its id or its name'

const schemasHelp = `
  polyparse schemas store invoice invoice.schema.json
  polyparse extract invoices/ --schema-id ID -o extracted`

const rowOfSchema = ({ id, name, version, createdAt, description = '-' }: SchemaSummary): string[] => [
  id,
  name,
  String(version),
  readableTime(createdAt),
  description,
]

const askAboutSchemas = <Result>(
  invocation: Invocation,
  { url }: SchemaCommandOptions,
  work: (client: Client) => Promise<Result>,
): Promise<Result> => askRunningService(invocation, { url, kept: 'Schemas' }, work)

/** A name is looked for among the schemas in use first, and then among those archived. */
const idOfSchema = async ({ schemas }: Client, named: string): Promise<string> => {
  const isId: boolean = Check(Uuid, named)
  if (isId) return named
  for (const archived of [false, true]) for await (const { id } of schemas.list({ name: named, archived })) return id
  throw new CliError(`There is no schema named ${named}.`)
}
