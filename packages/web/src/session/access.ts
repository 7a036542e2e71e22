import type { CatalogEntry } from '@polyparse/contract'
import type { BrowserSession } from '@polyparse/contract/sessions'

/** This tab is signed in by an API key, or by the session of the browser. */
export type AppAccess = { readonly key: string } | { readonly browser: BrowserSession }

/** An accepted key or session, and the providers available to it. */
export type Entered = { readonly access: AppAccess; readonly providers: readonly CatalogEntry[] }
