import type { Sandbox } from '@polyparse/sandbox'
import { readValues } from '../../src/setting.ts'
import type { RemoteProvider } from '../../src/provider.ts'
import type { VendorAccess, VendorAdapter } from '../../src/vendor.ts'
import type { VendorSettings } from '../../src/vendor-settings.ts'
import { createAnswerThreads } from '../../src/vendor-answers.ts'

export { openSandbox } from '../../src/testing/open-sandbox.ts'

/** They rest, and keep no process alive, once a test has ended. */
const threads = createAnswerThreads({ maxMebibytes: 512 })

/** A vendor's adapter over its fake, as impatient as tests are. */
export const vendorAt = <Settings extends VendorSettings>(
  adapter: VendorAdapter<Settings>,
  url: string,
  { sandbox, ...access }: { sandbox: Pick<Sandbox, 'run'> } & Pick<VendorAccess, 'key'> & Partial<VendorAccess>,
): RemoteProvider => {
  const usual = readValues(adapter.declaration.settings, {})
  return adapter.create(
    { ...usual, baseUrl: url, whenUnknown: 'fail', requestsPerSecond: 1000, ...access },
    { sandbox, answers: threads.of(adapter.declaration) },
  )
}
