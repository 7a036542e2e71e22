/** Where a service is, and a key that it takes. */
export type Access = { readonly url: string; readonly key: string }
