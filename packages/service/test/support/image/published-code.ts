import { registerHooks } from 'node:module'

/* In a container, programs of the tests of `packages/sandbox` run on the published code of the image. */

const sources = /^\.\.\/\.\.\/src\/(.*)\.ts$/
const testSupport = /^@polyparse\/test-support\/(.*)$/

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier
        .replace(sources, 'file:///app/packages/sandbox/lib/$1.js')
        .replace(testSupport, 'file:///app/packages/test-support/src/$1.ts'),
      context,
    ),
})
