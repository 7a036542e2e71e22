import { Type, type Static } from '@polyparse/document/typebox'

/** The uses for which an API key can be allowed. */
export const scopes = ['jobs:write', 'jobs:read', 'jobs:delete', 'webhooks'] as const

export const Scope = Type.Enum([...scopes])
export type Scope = Static<typeof Scope>
