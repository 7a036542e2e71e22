import { Type, type Static } from '@polyparse/document/typebox'

/** What an API key may be used for. */
export const scopes = ['jobs:write', 'jobs:read', 'jobs:delete', 'webhooks'] as const

export const Scope = Type.Enum([...scopes])
export type Scope = Static<typeof Scope>
