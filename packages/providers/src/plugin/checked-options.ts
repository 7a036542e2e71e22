import { Compile } from '@polyparse/document/typebox/compile'
import { ProviderFailure, type ParseRequest } from '../provider.ts'
import type { CreatedProvider } from '../provider-adapter.ts'

/** The provider, which is asked only with options that its schema allows. */
export const withCheckedOptions = (created: CreatedProvider): CreatedProvider => {
  if (created.options === 'passthrough') return created
  const options = Compile(created.options)
  const check = ({ options: given }: ParseRequest): void => {
    if (!options.Check(given))
      throw new ProviderFailure('unsupported_option', 'The options of the provider are not valid.', {
        notAccepted: true,
      })
  }
  if (!('submit' in created))
    return {
      ...created,
      parse: async (request, signal) => {
        check(request)
        return created.parse(request, signal)
      },
    }
  const upload = created.upload?.bind(created)
  return {
    ...created,
    ...(upload !== undefined && {
      upload: async (request, signal) => {
        check(request)
        return upload(request, signal)
      },
    }),
    submit: async (submission, signal) => {
      check(submission.request)
      return created.submit(submission, signal)
    },
  }
}
