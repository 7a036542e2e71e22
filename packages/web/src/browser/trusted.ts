/** Returns an address below `/assets/`. @throws {TypeError} for any other. */
const assetAddress = (path: string): string => {
  if (!path.startsWith('/assets/') && !import.meta.env.DEV) throw new TypeError(`${path} is no asset of the app`)
  return path
}

/**
 * The Content-Security-Policy of the page asks for Trusted Types, for which these are the only places of the app's
 * own where text becomes the address of a script, or markup.
 */
const policy = window.trustedTypes?.createPolicy('polyparse', {
  createScriptURL: assetAddress,
  createHTML: (markup) => markup,
})

export const startWorker = (path: string): Worker => {
  const address: TrustedScriptURL | string = policy?.createScriptURL(path) ?? assetAddress(path)
  // Its type knows the parameter as text; the browser itself wants the trusted one.
  return Reflect.construct(Worker, [address, { type: 'module' }])
}

/** Makes a page for a frame of sanitised markup and a style sheet of the app. */
export const framedMarkup = (safe: string, styleAddress: string): TrustedHTML | string => {
  const page = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${assetAddress(styleAddress)}">${safe}`
  return policy?.createHTML(page) ?? page
}
