import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'

/**
 * The state of a sign-in that has begun, with which it is finished. Only the browser keeps it, so that every process
 * can finish what another has begun, and no other browser can.
 */
const SignInFlow = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  expiresAt: Type.Integer(),
})
export type SignInFlow = Static<typeof SignInFlow>

/** The time that a person may take at the identity provider, with a second factor and a forgotten password. */
export const flowMs = 600_000

/** Writes the flow as the value of a cookie. */
export const writeFlow = (flow: SignInFlow): string => Buffer.from(JSON.stringify(flow)).toString('base64url')

/** null: it is over, or something else. */
export const readFlow = (written: string, now: Date): SignInFlow | null => {
  try {
    const flow: unknown = JSON.parse(Buffer.from(written, 'base64url').toString())
    return Check(SignInFlow, flow) && now.getTime() < flow.expiresAt ? flow : null
  } catch {
    return null
  }
}
