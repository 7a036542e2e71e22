import { readFile } from 'node:fs/promises'
import { Type, type Static } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { parse } from 'yaml'

const words = Type.Array(Type.String())
const environment = Type.Record(Type.String(), Type.String())

const Ours = Type.Object(
  {
    command: words,
    environment,
    init: Type.Literal(true),
    read_only: Type.Literal(true),
    cap_drop: words,
    security_opt: words,
    tmpfs: words,
    depends_on: Type.Object({
      postgres: Type.Object({ condition: Type.Literal('service_healthy') }),
      s3: Type.Object({ condition: Type.Literal('service_started') }),
    }),
    deploy: Type.Object({ resources: Type.Object({ limits: Type.Object({ memory: Type.String() }) }) }),
  },
  { additionalProperties: true },
)

const Compose = Type.Object({
  services: Type.Object({
    api: Ours,
    worker: Ours,
    postgres: Type.Object({ command: words, environment, healthcheck: Type.Object({ test: words }) }),
    s3: Type.Object({ entrypoint: words, environment, volumes: words }),
  }),
})

export type ComposeServices = Static<typeof Compose>['services']
export type OurService = Static<typeof Ours>

/** The services of `deploy/compose.yaml`, with these values for its variables. */
export const readCompose = async (values: Readonly<Record<string, string>>): Promise<ComposeServices> => {
  const text = await readFile(new URL('../../../../../deploy/compose.yaml', import.meta.url), 'utf8')
  const filled = text.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, name: string, usual?: string) => {
    const value = values[name] ?? usual
    if (value === undefined) throw new Error(`compose.yaml needs ${name}`)
    return value
  })
  return Value.Parse(Compose, parse(filled, { merge: true })).services
}

/** The arguments of `podman run` for a service, except for its network and its scratch directories. */
export const optionsOf = ({ environment: variables, cap_drop, security_opt, deploy }: OurService): string[] => [
  '--read-only',
  ...cap_drop.flatMap((name) => ['--cap-drop', name]),
  // Docker's word for it has a value.
  ...security_opt.flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
  `--memory=${deploy.resources.limits.memory}`,
  ...Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
]
