import fc from 'fast-check'

/**
 * Loaded before the tests of `npm test`, because the verdict on a change must not differ from run to run. A test file
 * that is run by itself, with `node --test`, uses another seed each time; POLYPARSE_TEST_SEED repeats one.
 */
fc.configureGlobal({ seed: Number(process.env['POLYPARSE_TEST_SEED'] ?? 1) })
