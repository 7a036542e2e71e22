import { adminTokenFile, readAdminToken } from '@polyparse/service/administration'
import type { Settings } from '@polyparse/service/settings'
import { CliError } from '../cli-error.ts'
import type { AdminToken } from '../http-operator.ts'

/** The admin token in the settings, or in the service's data directory. */
export const findAdminToken = async ({ adminToken, dataDirectory }: Settings): Promise<AdminToken> => {
  if (adminToken !== null) return { token: adminToken, origin: 'POLYPARSE_ADMIN_TOKEN' }
  const origin = adminTokenFile(dataDirectory)
  const token = await readAdminToken(dataDirectory)
  if (token !== null) return { token, origin }
  throw new CliError(
    `There is no admin token: POLYPARSE_ADMIN_TOKEN is not set, and ${origin} does not exist. ` +
      'Set POLYPARSE_DATA_DIR to the data directory of the service.',
  )
}
