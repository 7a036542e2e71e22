import { CatalogEntry } from '@polyparse/contract'
import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import type { ServiceClient } from '../service/service-client.ts'

/** The providers of the service. @throws {CliError} when what answers is not Polyparse */
export const readCatalog = async (client: ServiceClient): Promise<readonly CatalogEntry[]> => {
  const catalog = await client.call((it) => it.providers())
  if (!Check(Type.Array(CatalogEntry), catalog)) throw client.notOurs()
  return catalog
}
