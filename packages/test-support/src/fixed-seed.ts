import fc from 'fast-check'

/**
 * Loaded before the tests of `npm test`: what a change is judged by must not differ from run to run. A test file that is
 * run by itself, with `node --test`, looks somewhere else each time; POLYPARSE_TEST_SEED repeats what it found.
 */
fc.configureGlobal({ seed: Number(process.env['POLYPARSE_TEST_SEED'] ?? 1) })
