import type { Document } from '../document/model.ts'

/** A reader of one family of formats: bytes in, document out. It runs in a sandboxed process and touches nothing else. */
export type Engine = {
  /** Loads what the first document would otherwise wait for. */
  warmUp(): Promise<void>
  /** Rejects with an `EngineFailure` when the document cannot be read. */
  read(bytes: Uint8Array, request: EngineRequest): Promise<Document>
}

/** How a document is to be read. Plain data, as it crosses a process boundary. */
export type EngineRequest = {
  readonly mediaType: string
  /** One-based, ascending, without duplicates; null is the whole document. */
  readonly pages: readonly number[] | null
  readonly maxPages: number
  readonly password: string | null
  /** Whether picture files are wanted; without it only their places are reported. */
  readonly pictures: boolean
  /** Whether blocks list their words with boxes. */
  readonly words: boolean
  /** Whether the engine's own items are wanted in `raw`. */
  readonly raw: boolean
}

/** Engines by name, each loaded when it is first needed. */
export type EngineTable = Readonly<Record<string, () => Promise<Engine>>>
