import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Type, type Static } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'

/** The key of a service account, as Google Cloud gives it out; other members are of no importance here. */
const KeyFile = Type.Object({
  type: Type.Literal('service_account'),
  project_id: Type.String({ minLength: 1 }),
  private_key_id: Type.String(),
  private_key: Type.String({ minLength: 1 }),
  client_email: Type.String({ minLength: 3 }),
})
const keyFiles = Compile(KeyFile)

export type ServiceAccount = Pick<Static<typeof KeyFile>, 'project_id' | 'private_key_id' | 'client_email'> & {
  readonly privateKey: KeyObject
}

/** The account of a key in JSON; null if it is not one. */
export const serviceAccountOf = (json: string): ServiceAccount | null => {
  try {
    const file: unknown = JSON.parse(json)
    if (!keyFiles.Check(file)) return null
    const privateKey = createPrivateKey(file.private_key)
    return privateKey.asymmetricKeyType === 'rsa' ? { ...file, privateKey } : null
  } catch {
    return null
  }
}

/** The JSON of a key that is given itself, or by the path of its file. */
export const keyOfAccount = (given: string): string | null => {
  const json = given.startsWith('{') ? given : readKeyFile(given)
  return json !== null && serviceAccountOf(json) !== null ? json : null
}

const readKeyFile = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
