import { nullable } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { limits } from './limits.ts'
import { Timestamp, Uuid } from './primitives.ts'

/** The actions that the audit log records. */
export const auditActions = [
  'account.keep_judgements',
  'backup.create',
  'corrections.remove',
  'corrections.replace',
  'doctor.repair',
  'job.cancel',
  'job.erase',
  'job.retry',
  'judgements.remove',
  'judgements.replace',
  'key.create',
  'key.disable',
  'key.enable',
  'key.rotate',
  'provider_key.remove',
  'provider_key.set',
  'session.end',
  'share.create',
  'share.revoke',
  'sign_in_link.create',
  'webhook_secret.read',
  'webhook_secret.rotate',
] as const
export type AuditAction = (typeof auditActions)[number]

/**
 * The actors of the audit log: the admin token, a person who is signed in to the app, an API key, or a command at the
 * database.
 */
export const auditActors = ['admin_token', 'session', 'key', 'command'] as const

/** The outcomes of an action. `unknown`: its process died or could not report, so it may have been done. */
export const auditOutcomes = ['done', 'refused', 'failed', 'unknown'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

const AuditDetail = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String()), Type.Null()])

/** An entry of the audit log. It holds no secrets, and nothing of documents. */
export const AuditEntry = Type.Object({
  id: Uuid,
  at: Timestamp,
  action: Type.Enum([...auditActions]),
  outcome: Type.Enum([...auditOutcomes]),
  actor: Type.Enum([...auditActors]),
  /** The id of the key or of the session. */
  actorId: nullable(Type.String()),
  /** The name of the person, or of the user of the machine. */
  actorName: nullable(Type.String()),
  /** The address from which the request came. */
  address: nullable(Type.String()),
  requestId: nullable(Type.String()),
  /** The name of the account that it was about, or whose the key or job was. */
  account: nullable(Type.String()),
  /** The id of the key, job or session, or the name of the check. */
  target: nullable(Type.String()),
  details: Type.Record(Type.String(), AuditDetail),
})

export type AuditEntry = Static<typeof AuditEntry>

export const AuditQuery = Type.Object(
  {
    account: Type.Optional(Type.String()),
    action: Type.Optional(Type.Enum([...auditActions])),
    target: Type.Optional(Type.String()),
    /** Entries of this time or later. */
    since: Type.Optional(Type.String({ format: 'date-time' })),
    /** Entries before this time. */
    until: Type.Optional(Type.String({ format: 'date-time' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.auditListSize.maximum })),
    /** The `nextCursor` of the page before. */
    cursor: Type.Optional(Uuid),
  },
  { additionalProperties: false },
)

export type AuditQuery = Static<typeof AuditQuery>

export const AuditList = Type.Object({ entries: Type.Array(AuditEntry), nextCursor: nullable(Uuid) })
