import { adminTokenFile, readAdminToken } from '../../accounts/admin-token.ts'
import type { Settings } from '../../config.ts'
import { CliError } from '../cli-error.ts'
import type { AdminToken } from '../http-operator.ts'

/** The admin token of the settings, or of the service's data directory. */
export const findAdminToken = async ({ adminToken, dataDirectory }: Settings): Promise<AdminToken> => {
  if (adminToken !== null) return { token: adminToken, origin: 'POLYPARSE_ADMIN_TOKEN' }
  const origin = adminTokenFile(dataDirectory)
  const token = await readAdminToken(dataDirectory)
  if (token !== null) return { token, origin }
  throw new CliError(
    `There is no admin token: POLYPARSE_ADMIN_TOKEN is not set, and there is no ${origin}. ` +
      'POLYPARSE_DATA_DIR says where the data directory of the service is.',
  )
}
