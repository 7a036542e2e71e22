/** By what can be overridden while Node makes a thread, in the main thread and in one of the engine's own. */
const whileThreadIsMade = [
  'InitOfEmitters',
  'PostMessage',
  'Port',
  'SetterOfHandle',
  'StackTrace',
  'Species',
  'Then',
  'Call',
  'Bind',
  'Iterator',
  'Emit',
  'NextTick',
  'Limits',
  'InheritedOptions',
].flatMap((what) => [`threadBy${what}`, `threadBy${what}InThread`])

/** The engines of `troublesome-engines.ts` that try to get out, by what they try to reach. */
export const escapeAttempts = {
  file: [
    'readFile',
    'listFolder',
    'statFile',
    'makeFolder',
    'makeLink',
    'threadFile',
    'innerThreadFile',
    'writeFile',
    'database',
    'loadNative',
    'loadNativeByAnotherName',
    'threadWithInheritedFlags',
  ],
  /** Read the same file. */
  thread: whileThreadIsMade,
  network: [
    'connect',
    'http',
    'fetch',
    'datagram',
    'lookup',
    'resolve',
    'threadConnect',
    'threadFetch',
    'listenByStream',
    'ownHooks',
  ],
  networkByStream: ['connectByStream', 'lookupByStream', 'connectLocally', 'threadDispatcher'],
  process: ['run', 'threadRun', 'binding', 'wasi', 'neighbours', 'signal', 'becomeAnother', 'flagsOfEngine'],
} as const
