import { Type } from '@polyparse/document/typebox'
import { ProviderFailure } from '../../provider.ts'

/** The options of every provider that asks a model about pages. */
export const pageOptions = {
  prompt: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4000, description: 'The prompt for the model, instead of its usual one.' }),
  ),
  password: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'Opens an encrypted document. Kept until the job ends.' }),
  ),
}

export const invalidOptions = (): ProviderFailure =>
  new ProviderFailure('unsupported_option', 'The options of the provider are not valid.', { notAccepted: true })

/** Tells whether the model's server has refused these pages, such as ones that are too large, and others may be answered. */
export const isAboutThePages = ({ code, transient }: ProviderFailure): boolean =>
  !transient && (code === 'unsupported_option' || code === 'document_damaged' || code === 'document_too_large')
