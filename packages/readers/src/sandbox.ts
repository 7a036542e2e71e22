export type { Layers } from './sandbox/confinement/choose.ts'
export { noObserver, type SandboxObserver } from './sandbox/observer.ts'
export { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
export { openDocument, type SerializedDocument } from './sandbox/serialized-document.ts'
